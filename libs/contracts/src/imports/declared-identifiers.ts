import { badData } from '../errors.js';
import {
  accountIdentifier,
  agentIdentifier,
  emailIdentifier,
  identifierKey,
  isJunk,
  isJunkMessage,
  type Identifier,
} from '../tracking/identifier.js';
import type { AssociationLine, DeclaredIdentifier } from './import-lines.js';

/** Undefined if the identifier is junk. */
function declaredIdentifier(declared: DeclaredIdentifier): Identifier | undefined {
  switch (declared.type) {
    case 'USER_ACCOUNT':
      return accountIdentifier(declared.user_account_id, declared.compartment_id);
    case 'USER_AGENT':
      return agentIdentifier(declared.user_agent_id);
    case 'USER_EMAIL':
      return emailIdentifier(hashOf(declared), declared.email);
  }
}

type DeclaredEmail = Extract<DeclaredIdentifier, { type: 'USER_EMAIL' }>;

/** Both names mean the same; `hash` counts before `email_hash`, unless it is junk. */
const hashOf = ({ hash, email_hash }: DeclaredEmail) => (hash == null || isJunk(hash) ? (email_hash ?? hash) : hash);

/** @throws BAD_REQUEST_DATA if the only identifier of a line is junk */
export function requireIdentifier(declared: DeclaredIdentifier): Identifier {
  const identifier = declaredIdentifier(declared);
  if (!identifier) throw badData(`${fieldOf(declared)}: ${isJunkMessage}`);
  return identifier;
}

/**
 * The identifiers of an association (of at least 1) or dissociation (of at least 2), in the order given and without
 * duplicates; and the number of junk identifiers, which are left out.
 * @throws BAD_REQUEST_DATA if too few are left
 */
export function declaredIdentifiers(
  { identifiers: declared }: AssociationLine,
  least: 1 | 2,
): { identifiers: Identifier[]; junk: number } {
  const read = declared.map(declaredIdentifier);
  const left = read.filter((identifier) => identifier !== undefined);
  const junkAt = read.indexOf(undefined);
  const [junk] = declared.slice(junkAt, junkAt + 1);
  if (left.length < least && junk) throw badData(`identifiers[${junkAt}].${fieldOf(junk)}: ${isJunkMessage}`);
  // The first of equal ones stays at its place: in a dissociation, the first identifier keeps the person.
  const distinct = new Map(left.toReversed().map((identifier) => [identifierKey(identifier), identifier]));
  const kept = new Set(distinct.values());
  return { identifiers: left.filter((identifier) => kept.has(identifier)), junk: read.length - left.length };
}

function fieldOf(declared: DeclaredIdentifier): string {
  switch (declared.type) {
    case 'USER_ACCOUNT':
      return 'user_account_id';
    case 'USER_AGENT':
      return 'user_agent_id';
    case 'USER_EMAIL':
      if (declared.hash != null) return 'hash';
      return declared.email_hash == null ? 'email' : 'email_hash';
  }
}
