import type { ImportOperation } from '@tributary/contracts/imports/import-messages';
import type { Identifier } from '@tributary/contracts/tracking/identifier';

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
