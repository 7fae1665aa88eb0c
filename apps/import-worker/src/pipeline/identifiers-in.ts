import type { ImportOperation } from '@tributary/contracts/import-messages';
import { selectorForm } from '../lines/line-identifier.js';

/** Whom a line names, as a path would. */
export function identifiersIn(operation: ImportOperation): string[] {
  if ('identifiers' in operation) return operation.identifiers.map(selectorForm);
  if (operation.kind === 'delete_point' && operation.user_point_id !== undefined)
    return [`user_point_id=${operation.user_point_id}`];
  return operation.identifier ? [selectorForm(operation.identifier)] : [];
}
