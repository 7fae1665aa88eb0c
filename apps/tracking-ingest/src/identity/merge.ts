import { plainColumns } from '@tributary/database/plain-array';
import type { NodeLink } from '../links/batch-links.js';

/** A user point that becomes part of an older one. */
export interface Merge {
  datamart_id: string;
  merged_id: string;
  survivor_id: string;
  /** The link that joins them; undefined without a known cause. */
  link?: NodeLink | undefined;
}

/** Columns of array parameters for `unnest`. */
export const mergeColumns = (merges: Merge[]) => plainColumns(merges, 'datamart_id', 'merged_id', 'survivor_id');
