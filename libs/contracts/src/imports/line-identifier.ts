import { badData } from '../errors.js';
import { byStrength, defaultCompartment, emailHash, type Identifier } from '../tracking/identifier.js';
import type { DeclaredIdentifier, SegmentLine } from './import-lines.js';

type IdentifierFields = Pick<SegmentLine, 'compartment_id' | 'user_account_id' | 'email_hash' | 'user_agent_id'>;

/** The identifier of a line, in its stored form. The schema of the line guarantees exactly one. */
export function lineIdentifier({
  compartment_id,
  user_account_id,
  email_hash,
  user_agent_id,
}: IdentifierFields): Identifier {
  if (user_account_id != null)
    return { type: 'USER_ACCOUNT', compartment_id: compartment_id ?? defaultCompartment, value: user_account_id };
  if (email_hash != null) return { type: 'USER_EMAIL', value: email_hash.toLowerCase() };
  if (user_agent_id != null) return { type: 'USER_AGENT', value: user_agent_id };
  throw badData('an identifier is required');
}

/** An identifier that is declared with its type, in its stored form. */
export function declaredIdentifier(declared: DeclaredIdentifier): Identifier {
  switch (declared.type) {
    case 'USER_ACCOUNT':
    case 'USER_AGENT':
      return lineIdentifier(declared);
    case 'USER_EMAIL': {
      const hash = declared.hash ?? declared.email_hash;
      return { type: 'USER_EMAIL', value: hash?.toLowerCase() ?? emailHash(declared.email ?? '') };
    }
  }
}

/** The identifiers in the order given, without duplicates. */
export function declaredIdentifiers(declared: DeclaredIdentifier[]): Identifier[] {
  const given = declared.map(declaredIdentifier);
  const distinct = new Set(byStrength(given));
  return given.filter((identifier) => distinct.has(identifier));
}
