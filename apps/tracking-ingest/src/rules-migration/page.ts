import type { DirectoryStore } from '@tributary/security/directory.store';
import type pg from 'pg';
import type { ErasureKey } from '../identity/erasure-key.js';
import type { PointKey } from '../identity/point-key.js';

/** The key of a row: the last one that a pass has read. */
export interface Position {
  datamart_id: string;
  id: string;
}

export interface PageCounts {
  read: number;
  /** Brought to the rules of now. */
  changed: number;
  /** People who became one. */
  merged: number;
  /** Rows that stay as they are: one person would have too many identifiers, or the row could not be changed. */
  kept: number;
  /** Junk identifiers. They stay, so that they can be erased. */
  junk: number;
}

export const nothing: PageCounts = { read: 0, changed: 0, merged: 0, kept: 0, junk: 0 };

export interface Page {
  counts: PageCounts;
  /** Undefined at the end. */
  last?: Position | undefined;
  /** People who were erased under the name that one of their identifiers has now. They are to be erased before the page counts. */
  erased?: PointKey[];
}

export interface PageContext {
  client: pg.ClientBase;
  directory: Pick<DirectoryStore, 'junkExceptionsOf'>;
  now: number;
  /** Recognises erasures of any age. */
  erasureKey: Pick<ErasureKey, 'macOf'>;
  /** Most rows of the page. */
  size: number;
  /** Leaves the rows as they are: they could not be changed. */
  skips?: boolean;
}

/** Brings the rows behind a position to the rules of now, in the transaction of the client. */
export type MigratePage = (context: PageContext, after: Position | undefined) => Promise<Page>;

/** A transaction with that many changes takes a fraction of a second, for which a write to one of these people may wait. */
export const largestPage = 1_000;

/** The counts of rows that stay as they are. */
export const skipped = (read: number): PageCounts => ({ ...nothing, read, kept: read });

/** Before the first row. */
export const start: Position = { datamart_id: '0', id: '00000000-0000-0000-0000-000000000000' };
