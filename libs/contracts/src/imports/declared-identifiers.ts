import { badData } from '../errors.js';
import { byStrength, defaultCompartment, emailHash, type Identifier } from '../tracking/identifier.js';
import type { AssociationLine, DeclaredIdentifier } from './import-lines.js';

function declaredIdentifier(declared: DeclaredIdentifier): Identifier {
  switch (declared.type) {
    case 'USER_ACCOUNT': {
      const { compartment_id, user_account_id } = declared;
      return { type: 'USER_ACCOUNT', compartment_id: compartment_id ?? defaultCompartment, value: user_account_id };
    }
    case 'USER_AGENT':
      return { type: 'USER_AGENT', value: declared.user_agent_id };
    case 'USER_EMAIL': {
      const hash = declared.hash ?? declared.email_hash;
      return { type: 'USER_EMAIL', value: hash?.toLowerCase() ?? emailHash(declared.email ?? '') };
    }
  }
}

/**
 * The identifiers of an association, in the order given and without duplicates.
 * @throws BAD_REQUEST_DATA if too few are left
 */
export function declaredIdentifiers(
  { identifiers: declared }: AssociationLine,
  least: 1 | 2,
): { identifiers: Identifier[] } {
  const read = declared.map(declaredIdentifier);
  if (read.length < least) throw badData(`identifiers: at least ${least} are required`);
  const distinct = new Set(byStrength(read));
  return { identifiers: read.filter((identifier) => distinct.has(identifier)) };
}
