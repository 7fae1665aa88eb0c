/** The roles of a user in an organisation, the weakest first. Each includes the permissions of those before it. */
export const roles = ['READER', 'EDITOR', 'ORGANISATION_ADMIN', 'COMMUNITY_ADMIN'] as const;
export type Role = (typeof roles)[number];

export const covers = (held: Role | undefined, needed: Role): boolean =>
  held !== undefined && roles.indexOf(held) >= roles.indexOf(needed);

/** The role needed to grant, change or revoke a role: an admin's, and at least the role itself. */
export const roleToManage = (role: Role): Role => (role === 'COMMUNITY_ADMIN' ? role : 'ORGANISATION_ADMIN');

/** The roles that a caller may grant, change and remove, by its own role in the organisation. */
export const grantableRoles = (own: Role | undefined): Role[] =>
  roles.filter((role) => covers(own, roleToManage(role)));
