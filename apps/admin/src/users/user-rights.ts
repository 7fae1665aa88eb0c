import type { Caller, Role, UserRole } from '@tributary/contracts/admin/access';
import type { Access } from '@tributary/security/access';

/** The user that a request is about, with the properties that decide on the caller's rights. */
export interface Subject {
  id: string;
  organisation_id: string;
  roles: UserRole[];
}

/** The user's own organisation and those in which it has a role. */
const organisationsOf = ({ organisation_id, roles }: Subject) => [
  organisation_id,
  ...roles.map((role) => role.organisation_id),
];

/** A caller sees users of every organisation in which it has a role, including guests. Other users do not exist for it. */
export function maySee(access: Access, caller: Caller, subject: Subject): boolean {
  if (caller.user_id === subject.id) return true;
  return organisationsOf(subject).some((id) => access.mayUseOrganisation(caller, id, 'READER'));
}

/**
 * Tokens and keys let their holder act as the user. Creating one must not give the caller more rights: the caller is the
 * user, or an admin of one of the user's organisations whose own roles cover every role of the user.
 */
export function mayActAs(access: Access, caller: Caller, subject: Subject): boolean {
  if (caller.user_id === subject.id) return true;
  const isAdmin = organisationsOf(subject).some((id) => access.mayUseOrganisation(caller, id, 'ORGANISATION_ADMIN'));
  return isAdmin && subject.roles.every((held) => access.mayUseOrganisation(caller, held.organisation_id, held.role));
}

/** A user edits its own name and e-mail; so do admins of its organisation who may act as it. */
export function mayEdit(access: Access, caller: Caller, subject: Subject): boolean {
  if (caller.user_id === subject.id) return true;
  const isAdmin = access.mayUseOrganisation(caller, subject.organisation_id, 'ORGANISATION_ADMIN');
  return isAdmin && mayActAs(access, caller, subject);
}

/** The role needed to grant, change or revoke a role: an admin's, and at least the role itself. */
export const roleToManage = (role: Role): Role => (role === 'COMMUNITY_ADMIN' ? role : 'ORGANISATION_ADMIN');

/** Whether the credential of the caller has less than all roles of its user. */
export const isLimited = ({ highest_role, datamart_ids, lacks_later_roles }: Caller): boolean =>
  highest_role !== undefined || datamart_ids !== undefined || lacks_later_roles === true;
