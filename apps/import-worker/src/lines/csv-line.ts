import type { DocumentType } from '@tributary/contracts/imports/import-messages';
import { badFormat } from '@tributary/contracts/errors';
import { parseJson } from '@tributary/http/json-body';
import { profileColumns } from '../formats/columns.js';
import type { Line } from './line.js';
import { toJsonObject, type RawMembers } from '@tributary/http/body/raw-members';

/** The NDJSON line with the same meaning as the row. An empty cell is an absent member. */
export function csvLine(document_type: DocumentType, columns: readonly string[], cells: readonly string[]): Line {
  if (cells.length !== columns.length)
    throw badFormat(`the row has ${cells.length} cells, the header has ${columns.length}`);
  const row = new Map<string, string>();
  for (const [index, name] of columns.entries()) {
    const cell = cells[index] ?? '';
    // White space is the value of a property, but no identifier, time or operation.
    const isProperty = document_type === 'USER_PROFILE' && !profileColumns.includes(name);
    if (isProperty ? cell !== '' : cell.trim() !== '') row.set(name, cell);
  }
  const members = membersOf(document_type, row, columns);
  const text = toJsonObject(members);
  // Rejects values that the database cannot store (U+0000), as for JSON.
  const { value } = parseJson(Buffer.from(text));
  return { text, value, members: () => members };
}

function membersOf(document_type: DocumentType, row: Map<string, string>, columns: readonly string[]): RawMembers {
  switch (document_type) {
    case 'USER_PROFILE':
      return columns.includes('user_profile') ? fieldMembers(row) : propertyMembers(row);
    case 'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS':
      return new Map([['identifiers', JSON.stringify(identifiersOf(row))]]);
    default:
      return segmentMembers(row);
  }
}

function segmentMembers(row: Map<string, string>): RawMembers {
  return mapValues(row, (name, cell) => {
    if (name === 'expiration_duration' || name === 'expiration_ts') return orText(cell, /^\d+$/);
    if (name === 'data_bag') return isJson(cell) ? cell : JSON.stringify(cell);
    return JSON.stringify(cell.trim());
  });
}

/** The profile is the JSON in the column `user_profile`. A row without it has no profile, as a line of JSON without it. */
function fieldMembers(row: Map<string, string>): RawMembers {
  const fields = new Map([...row].filter(([name]) => profileColumns.includes(name)));
  return mapValues(fields, (name, cell) => {
    // Spreadsheet programs write TRUE and FALSE.
    if (name === 'force_replace' || name === 'merge_objects') return orText(cell.toLowerCase(), /^(true|false)$/);
    if (name === 'user_profile') return isJson(cell) ? cell : JSON.stringify(cell);
    return JSON.stringify(cell.trim());
  });
}

/** Without that column, every column that is no field of a line is a property with the text of its cell. */
function propertyMembers(row: Map<string, string>): RawMembers {
  const properties = new Map([...row].filter(([name]) => !profileColumns.includes(name)));
  const profile = toJsonObject(mapValues(properties, (_, cell) => JSON.stringify(cell)));
  return fieldMembers(row).set('user_profile', profile);
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

/** The cell as a JSON literal, without leading zeros. Any other cell stays text, so validation of the field rejects it. */
function orText(cell: string, literal: RegExp): string {
  const text = cell.trim();
  return literal.test(text) ? text.replace(/^0+(?=\d)/, '') : JSON.stringify(text);
}

function isJson(cell: string): boolean {
  try {
    JSON.parse(cell);
    return true;
  } catch {
    return false;
  }
}
