import type { DocumentType } from '@tributary/contracts/imports/import-messages';
import { identifierColumns } from '@tributary/contracts/rules/people/identifier-forms';
import { badFormat } from '@tributary/contracts/errors';

/** Columns of USER_PROFILE that are not properties of the profile. */
export const profileColumns: readonly string[] = [
  'operation',
  ...identifierColumns,
  'update_strategy',
  'force_replace',
  'merge_objects',
  'user_profile',
];

const segmentColumns = [
  'operation',
  ...identifierColumns,
  'segment_id',
  'segment_technical_name',
  'expiration_duration',
  'expiration_ts',
  'data_bag',
];

/** The columns of a table that has no others; undefined if every other column is a property of a profile. */
function knownColumns(document_type: DocumentType, columns: readonly string[]): readonly string[] | undefined {
  if (document_type !== 'USER_PROFILE') return document_type === 'USER_SEGMENT' ? segmentColumns : identifierColumns;
  return columns.includes('user_profile') ? profileColumns : undefined;
}

/**
 * The names of the columns of a table. The API's own spelling of a field (`$user_account_id`) is its name, too.
 *
 * @throws BAD_REQUEST_FORMAT for a column that the table does not know: what stands in it would be lost without a word
 */
export function readColumns(document_type: DocumentType, header: readonly string[]): string[] {
  const fields = document_type === 'USER_PROFILE' ? profileColumns : (knownColumns(document_type, header) ?? []);
  const names = header.map((name) => (name.startsWith('$') && fields.includes(name.slice(1)) ? name.slice(1) : name));
  const known = knownColumns(document_type, names);
  const unknown = known && names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw badFormat(
      `the header names the column "${unknown.slice(0, 100)}", which ${document_type} does not know: it has ${known?.join(', ')}`,
    );
  const seen = new Set<string>();
  const twice = names.find((name) => seen.size === seen.add(name).size);
  if (twice !== undefined) throw badFormat(`the header names the column "${twice.slice(0, 100)}" twice`);
  return names;
}
