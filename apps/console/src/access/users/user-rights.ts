import type { Role } from '../../session/connected-user.js';
import { covers, roles } from '../../session/permissions.js';

/** The user that a page is about, with the roles of it that the caller sees. */
export interface Subject {
  id: string;
  organisation_id: string;
  roles: readonly { organisation_id: string; role: Role }[];
}

export interface Caller {
  id: string;
  /** Its own role in an organisation. */
  roleAt: (organisation_id: string) => Role | undefined;
}

const isAdminAt = ({ roleAt }: Caller, organisation_id: string) =>
  covers(roleAt(organisation_id), 'ORGANISATION_ADMIN');

/** Sees and makes tokens and keys of the user: the server refuses the same callers (and those who do not see all roles). */
export function mayActAs(caller: Caller, { id, organisation_id, roles: held }: Subject): boolean {
  if (caller.id === id) return true;
  const isAdmin = [organisation_id, ...held.map((role) => role.organisation_id)].some((one) => isAdminAt(caller, one));
  return isAdmin && held.every((role) => covers(caller.roleAt(role.organisation_id), role.role));
}

/** Edits the names and the e-mail address. Others than oneself may also be deleted then. */
export const mayEdit = (caller: Caller, subject: Subject): boolean =>
  caller.id === subject.id || (isAdminAt(caller, subject.organisation_id) && mayActAs(caller, subject));

/** The roles that a caller may grant, change and remove, by its own role in the organisation. */
export const grantableRoles = (own: Role | undefined): readonly Role[] =>
  roles.filter((role) => covers(own, role === 'COMMUNITY_ADMIN' ? role : 'ORGANISATION_ADMIN'));
