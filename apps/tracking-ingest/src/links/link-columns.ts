import { plainArray, nullableColumns } from '@tributary/database/plain-array';
import type { NodeLink } from './batch-links.js';
import { causeRow } from './link-cause.js';

interface Linked {
  link?: NodeLink | undefined;
}

/** Columns of array parameters for `unnest`: cause, id of the cause, the identifier of the others. */
export function linkColumns(linked: Linked[]): string[] {
  const rows = linked.map(({ link }) => ({ ...causeRow(link?.cause), from: link?.from }));
  return nullableColumns(rows, 'link_cause', 'link_id', 'from');
}

/** The column of the own identifiers. */
export const linkedTo = (linked: Linked[]): string => plainArray(linked.map(({ link }) => link?.to ?? 'null'));
