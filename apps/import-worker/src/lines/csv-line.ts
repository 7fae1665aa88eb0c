import type { DocumentType } from '@tributary/contracts/import-messages';
import { badFormat } from '@tributary/contracts/errors';
import { parseJson } from '@tributary/http/json-body';
import type { Line } from './line.js';
import { toJsonObject, type RawMembers } from './raw-members.js';

/** Columns of USER_PROFILE that are no property. */
const profileColumns = [
  ...['operation', 'compartment_id', 'user_account_id', 'email_hash', 'user_agent_id'],
  ...['update_strategy', 'force_replace', 'merge_objects', 'user_profile'],
];

/** A row as the line of NDJSON that means the same; an empty cell is absent. */
export function csvLine(document_type: DocumentType, columns: readonly string[], cells: readonly string[]): Line {
  if (cells.length !== columns.length)
    throw badFormat(`the row has ${cells.length} cells, the header ${columns.length}`);
  const row = new Map<string, string>();
  for (const [index, name] of columns.entries()) if (cells[index]) row.set(name, cells[index]);
  const members = membersOf(document_type, row);
  const text = toJsonObject(members);
  // What no store could keep is refused as it is in JSON.
  const { value } = parseJson(Buffer.from(text));
  return { text, value, members: () => members };
}

function membersOf(document_type: DocumentType, row: Map<string, string>): RawMembers {
  switch (document_type) {
    case 'USER_PROFILE':
      return profileMembers(row);
    case 'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS':
      return new Map([['identifiers', JSON.stringify(identifiersOf(row))]]);
    default:
      return segmentMembers(row);
  }
}

function segmentMembers(row: Map<string, string>): RawMembers {
  return mapValues(row, (name, cell) => {
    if (name === 'expiration_duration' || name === 'expiration_ts') return orText(cell, /^\d+$/);
    return name === 'data_bag' && isJson(cell) ? cell : JSON.stringify(cell);
  });
}

/** The profile is the JSON of one column, or every column that has no other meaning, as text. */
function profileMembers(row: Map<string, string>): RawMembers {
  const fields = new Map([...row].filter(([name]) => profileColumns.includes(name)));
  const members = mapValues(fields, (name, cell) => {
    if (name === 'force_replace' || name === 'merge_objects') return orText(cell, /^(true|false)$/);
    return name === 'user_profile' && isJson(cell) ? cell : JSON.stringify(cell);
  });
  const properties = new Map([...row].filter(([name]) => !profileColumns.includes(name)));
  if (!members.has('user_profile'))
    members.set('user_profile', toJsonObject(mapValues(properties, (_, cell) => JSON.stringify(cell))));
  return members;
}

function identifiersOf(row: Map<string, string>): Record<string, string | undefined>[] {
  const [user_account_id, email_hash, user_agent_id] = ['user_account_id', 'email_hash', 'user_agent_id'].map((name) =>
    row.get(name),
  );
  const identifiers: Record<string, string | undefined>[] = [];
  if (user_account_id)
    identifiers.push({ type: 'USER_ACCOUNT', compartment_id: row.get('compartment_id'), user_account_id });
  if (email_hash) identifiers.push({ type: 'USER_EMAIL', hash: email_hash });
  if (user_agent_id) identifiers.push({ type: 'USER_AGENT', user_agent_id });
  return identifiers;
}

const mapValues = (row: Map<string, string>, value: (name: string, cell: string) => string): RawMembers =>
  new Map(Array.from(row, ([name, cell]) => [name, value(name, cell)]));

/** A cell that is no such literal stays text, and fails by the rule of its field. JSON has no leading zeros. */
const orText = (cell: string, literal: RegExp) =>
  literal.test(cell) ? cell.replace(/^0+(?=\d)/, '') : JSON.stringify(cell);

function isJson(cell: string): boolean {
  try {
    JSON.parse(cell);
    return true;
  } catch {
    return false;
  }
}
