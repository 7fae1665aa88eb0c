import {
  accountIdentifier,
  agentIdentifier,
  hashIdentifier,
  type Identifier,
} from '@tributary/contracts/tracking/identifier';
import { identifyingField, type IdentifierField, type SegmentLine } from '@tributary/contracts/imports/import-lines';
import type { ImportOperation } from '@tributary/contracts/imports/import-messages';
import { selectorText } from '@tributary/contracts/tracking/user-point-selector';
import type { LineContext } from './line.js';

type IdentifierFields = Pick<SegmentLine, 'compartment_id' | 'user_account_id' | 'email_hash' | 'user_agent_id'>;

/** The identifier of a line. @throws BAD_REQUEST_DATA unless it has exactly one beside junk */
export function lineIdentifier(
  line: IdentifierFields,
  { leaveOut, junkExceptions }: Pick<LineContext, 'leaveOut' | 'junkExceptions'>,
): Identifier {
  const { field, junk } = identifyingField(line, junkExceptions);
  leaveOut?.(junk);
  return identifierIn(line, field);
}

function identifierIn(line: IdentifierFields, field: IdentifierField): Identifier {
  switch (field) {
    case 'user_account_id':
      return accountIdentifier(line.user_account_id ?? '', line.compartment_id);
    case 'email_hash':
      return hashIdentifier(line.email_hash ?? '');
    case 'user_agent_id':
      return agentIdentifier(line.user_agent_id ?? '');
  }
}

/** The identifiers that a line names, written as in a path: `user_agent_id=x`. */
export function identifiersIn(operation: ImportOperation): string[] {
  if ('identifiers' in operation) return operation.identifiers.map(selectorText);
  if (operation.kind === 'delete_point' && operation.user_point_id !== undefined)
    return [`user_point_id=${operation.user_point_id}`];
  return operation.identifier ? [selectorText(operation.identifier)] : [];
}
