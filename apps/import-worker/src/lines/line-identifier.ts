import { badData } from '@tributary/contracts/errors';
import { byStrength, defaultCompartment, emailHash, type Identifier } from '@tributary/contracts/tracking/identifier';
import type { DeclaredIdentifier, SegmentLine } from '@tributary/contracts/imports/import-lines';
import type { ImportOperation } from '@tributary/contracts/imports/import-messages';

type IdentifierFields = Pick<SegmentLine, 'compartment_id' | 'user_account_id' | 'email_hash' | 'user_agent_id'>;

/** The identifier of a line. The schema of the line guarantees exactly one. */
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

/** The identifiers that a line names, written as in a path: `user_agent_id=x`. */
export function identifiersIn(operation: ImportOperation): string[] {
  if ('identifiers' in operation) return operation.identifiers.map(selectorForm);
  if (operation.kind === 'delete_point' && operation.user_point_id !== undefined)
    return [`user_point_id=${operation.user_point_id}`];
  return operation.identifier ? [selectorForm(operation.identifier)] : [];
}

function selectorForm(identifier: Identifier): string {
  switch (identifier.type) {
    case 'USER_ACCOUNT':
      return `compartment_id=${identifier.compartment_id},user_account_id=${identifier.value}`;
    case 'USER_EMAIL':
      return `email_hash=${identifier.value}`;
    case 'USER_AGENT':
      return `user_agent_id=${identifier.value}`;
  }
}
