import type { Caller, Role, UserRole } from '@tributary/contracts/access';
import type { Access } from '@tributary/security/access';

/** A user as far as somebody else's rights over it go. */
export interface Subject {
  id: string;
  organisation_id: string;
  roles: UserRole[];
}

/** Where a user belongs: to its organisation, and to those in which it holds a role. */
const organisationsOf = ({ organisation_id, roles }: Subject) => [
  organisation_id,
  ...roles.map((role) => role.organisation_id),
];

/** A user is seen by whoever has a role where it belongs; to all others it does not exist. */
export function maySee(access: Access, caller: Caller, subject: Subject): boolean {
  if (caller.user_id === subject.id) return true;
  return organisationsOf(subject).some((id) => access.mayUseOrganisation(caller, id, 'READER'));
}

/**
 * Tokens and keys let their holder act as the user. Nobody gains rights by one: the caller is the user, or an admin where
 * the user belongs whose own roles cover every role of the user.
 */
export function mayActAs(access: Access, caller: Caller, subject: Subject): boolean {
  if (caller.user_id === subject.id) return true;
  const isAdmin = organisationsOf(subject).some((id) => access.mayUseOrganisation(caller, id, 'ORGANISATION_ADMIN'));
  return isAdmin && subject.roles.every((held) => access.mayUseOrganisation(caller, held.organisation_id, held.role));
}

/** Name and address of a user are its own, and its organisation's admins' who could act as it anyway. */
export function mayEdit(access: Access, caller: Caller, subject: Subject): boolean {
  if (caller.user_id === subject.id) return true;
  const isAdmin = access.mayUseOrganisation(caller, subject.organisation_id, 'ORGANISATION_ADMIN');
  return isAdmin && mayActAs(access, caller, subject);
}

/** What it takes to give a role, to change it or to take it away: an admin's, and not less than the role itself. */
export const roleToManage = (role: Role): Role => (role === 'COMMUNITY_ADMIN' ? role : 'ORGANISATION_ADMIN');
