import type { Role } from './connected-user.js';

/** The weakest first. Each includes the permissions of those before it. */
export const roles: readonly Role[] = ['READER', 'EDITOR', 'ORGANISATION_ADMIN', 'COMMUNITY_ADMIN'];

export const covers = (held: Role | undefined, needed: Role): boolean =>
  held !== undefined && roles.indexOf(held) >= roles.indexOf(needed);

/** The role of a user in an organisation. */
export const roleIn = (
  held: readonly { organisation_id: string; role: Role }[],
  organisation_id: string,
): Role | undefined => held.find((role) => role.organisation_id === organisation_id)?.role;
