import { plainArray } from '@tributary/database/plain-array';
import type { NodeLink } from './batch-links.js';
import { causeRow } from './link-cause.js';

interface Linked {
  link?: NodeLink | undefined;
}

const orNull = (values: (string | number | null | undefined)[]) => plainArray(values.map((value) => value ?? 'null'));

/** Columns of array parameters for `unnest`: cause, id of the cause, the identifier of the others. */
export function linkColumns(linked: Linked[]): [causes: string, ids: string, linked_from: string] {
  const causes = linked.map(({ link }) => causeRow(link?.cause));
  return [
    orNull(causes.map(({ link_cause }) => link_cause)),
    orNull(causes.map(({ link_id }) => link_id)),
    orNull(linked.map(({ link }) => link?.from)),
  ];
}

/** The column of the own identifiers. */
export const linkedTo = (linked: Linked[]): string => orNull(linked.map(({ link }) => link?.to));
