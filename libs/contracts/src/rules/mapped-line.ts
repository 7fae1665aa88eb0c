import type { ColumnMapping } from './column-mapping.js';
import type { MappedIdentifier, MappedRow } from './map-row.js';

/** The line of the file that is uploaded for a row, without its line end. */
export function mappedLine(mapping: ColumnMapping, row: MappedRow): string {
  return JSON.stringify(lineOf(mapping, row));
}

/**
 * The line for a row that cannot be read. The server refuses it, so that the counts of the result are those of the table, and the
 * list of failures names the line of the table and the reason.
 */
export const unreadableLine = (line: number, problem: string): string =>
  JSON.stringify({ unreadable_row: { line, problem } });

function lineOf({ document_type, activity_type }: ColumnMapping, row: MappedRow): object {
  const { identifiers, compartment_id, isRemoval, segment_id, ts, properties } = row;
  const [first] = identifiers;
  const named = first ? fieldsOf(first) : {};
  switch (document_type) {
    case 'USER_PROFILE': {
      const operation = isRemoval ? 'DELETE' : 'UPSERT';
      const user_profile = isRemoval ? undefined : Object.fromEntries(properties);
      return { operation, compartment_id, ...named, user_profile };
    }
    case 'USER_SEGMENT': {
      const data_bag = properties.length > 0 ? Object.fromEntries(properties) : undefined;
      return { operation: isRemoval ? 'DELETE' : 'UPDATE', ...named, segment_id, expiration_ts: ts, data_bag };
    }
    case 'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS':
      return { identifiers: identifiers.map((one) => ({ type: one.type, ...fieldsOf(one) })) };
    case 'USER_ACTIVITY':
      return {
        $type: activity_type.trim(),
        $ts: ts,
        $user_identifiers: identifiers.map(activityIdentifier),
        $events: row.event_name && [{ $event_name: row.event_name, $properties: Object.fromEntries(properties) }],
      };
  }
}

function fieldsOf(identifier: MappedIdentifier): Record<string, string> {
  switch (identifier.type) {
    case 'USER_ACCOUNT':
      return { compartment_id: identifier.compartment_id, user_account_id: identifier.value };
    case 'USER_EMAIL':
      return { email_hash: identifier.value };
    case 'USER_AGENT':
      return { user_agent_id: identifier.value };
  }
}

function activityIdentifier(identifier: MappedIdentifier): object {
  const { type: $type, value } = identifier;
  if (identifier.type === 'USER_ACCOUNT')
    return { $type, $compartment_id: identifier.compartment_id, $user_account_id: value };
  return identifier.type === 'USER_EMAIL' ? { $type, $hash: value } : { $type, $user_agent_id: value };
}
