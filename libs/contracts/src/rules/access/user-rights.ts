import type { Role } from './roles.js';

/** The user that a request is about, with the properties that decide on the caller's rights. */
export interface Subject {
  id: string;
  organisation_id: string;
  roles: readonly { organisation_id: string; role: Role }[];
}

/** The user that asks. */
export interface Asker {
  id: string;
  /** Whether its role in an organisation covers another one. */
  may: (organisation_id: string, needed: Role) => boolean;
}

/** The user's own organisation and those in which it has a role. */
const organisationsOf = ({ organisation_id, roles }: Subject) => [
  organisation_id,
  ...roles.map((role) => role.organisation_id),
];

/** A user sees those of every organisation in which it has a role, including guests. Other users do not exist for it. */
export const maySee = (asker: Asker, subject: Subject): boolean =>
  asker.id === subject.id || organisationsOf(subject).some((id) => asker.may(id, 'READER'));

/**
 * Tokens and keys let their holder act as the user. Creating one must not give the caller more rights: the caller is the
 * user, or an admin of one of the user's organisations whose own roles cover every role of the user.
 */
export function mayActAs(asker: Asker, subject: Subject): boolean {
  if (asker.id === subject.id) return true;
  const isAdmin = organisationsOf(subject).some((id) => asker.may(id, 'ORGANISATION_ADMIN'));
  return isAdmin && subject.roles.every((held) => asker.may(held.organisation_id, held.role));
}

/** A user edits its own name and e-mail; so do admins of its organisation who may act as it. */
export const mayEdit = (asker: Asker, subject: Subject): boolean =>
  asker.id === subject.id || (asker.may(subject.organisation_id, 'ORGANISATION_ADMIN') && mayActAs(asker, subject));
