import { badData } from '../errors.js';
import {
  accountIdentifier,
  addressIdentifier,
  agentIdentifier,
  emailIdentifiers,
  hashIdentifier,
  identifierKey,
  isJunkIdentifier,
  type Identifier,
} from '../tracking/identifier.js';
import { isJunkMessage, type JunkExceptions } from '../tracking/junk.js';
import type { AssociationLine, DeclaredIdentifier } from './import-lines.js';

/** Without junk: at most one, or several of an e-mail. */
function personalIdentifiers(declared: DeclaredIdentifier, exceptions?: JunkExceptions): Identifier[] {
  switch (declared.type) {
    case 'USER_ACCOUNT':
    case 'USER_AGENT':
      return givenIdentifiers(declared).filter((one) => !isJunkIdentifier(one, exceptions));
    case 'USER_EMAIL':
      return [
        ...emailIdentifiers(declared.hash, declared.email, exceptions),
        ...emailIdentifiers(declared.email_hash, undefined, exceptions),
      ];
  }
}

/** Junk too. */
function givenIdentifiers(declared: DeclaredIdentifier): Identifier[] {
  switch (declared.type) {
    case 'USER_ACCOUNT':
      return unlessEmpty(declared.user_account_id, (id) => accountIdentifier(id, declared.compartment_id));
    case 'USER_AGENT':
      return unlessEmpty(declared.user_agent_id, agentIdentifier);
    case 'USER_EMAIL':
      return [
        ...unlessEmpty(declared.hash, hashIdentifier),
        ...unlessEmpty(declared.email_hash, hashIdentifier),
        ...unlessEmpty(declared.email, addressIdentifier),
      ];
  }
}

const unlessEmpty = (text: string | null | undefined, identifierOf: (text: string) => Identifier): Identifier[] =>
  text == null || text.trim() === '' ? [] : [identifierOf(text)];

/**
 * The identifier of a deletion. It may be junk: what was stored under it before it was known as junk can be erased.
 *
 * @throws BAD_REQUEST_DATA if there is none
 */
export function identifierToDelete(declared: DeclaredIdentifier): Identifier {
  const [identifier] = [...personalIdentifiers(declared), ...givenIdentifiers(declared)];
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
  exceptions?: JunkExceptions,
): { identifiers: Identifier[]; junk: number } {
  const read = declared.map((one) => (one === null ? [] : personalIdentifiers(one, exceptions)));
  const left = read.flat();
  const junkAt = read.findIndex((found) => found.length === 0);
  if (left.length < least && junkAt >= 0)
    throw badData(`identifiers[${junkAt}]${suffixOf(declared[junkAt])}: ${isJunkMessage}`);
  // The first of equal ones stays at its place: in a dissociation, the first identifier keeps the person.
  const distinct = new Map(left.toReversed().map((identifier) => [identifierKey(identifier), identifier]));
  const kept = new Set(distinct.values());
  return {
    identifiers: left.filter((identifier) => kept.has(identifier)),
    junk: read.filter((found) => found.length === 0).length,
  };
}

const suffixOf = (declared?: DeclaredIdentifier | null) => (declared ? `.${fieldOf(declared)}` : '');

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
