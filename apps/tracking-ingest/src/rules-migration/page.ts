import type { DirectoryStore } from '@tributary/security/directory.store';
import type pg from 'pg';

/** The key of a row: the last one that a pass has read. */
export interface Position {
  datamart_id: string;
  id: string;
}

/** Counts of the rows of a page. */
export interface PageCounts {
  read: number;
  /** Brought to the rules of now. */
  changed: number;
  /** People who became one. */
  merged: number;
  /** Identifiers that stay as they are, because one person would have too many. */
  kept: number;
  /** Junk identifiers. They stay, so that they can be erased. */
  junk: number;
}

export const nothing: PageCounts = { read: 0, changed: 0, merged: 0, kept: 0, junk: 0 };

export interface Page {
  counts: PageCounts;
  /** Undefined at the end. */
  last?: Position | undefined;
}

export interface PageContext {
  client: pg.ClientBase;
  directory: Pick<DirectoryStore, 'junkExceptionsOf'>;
  now: number;
}

/** Brings the rows behind a position to the rules of now, in the transaction of the client. */
export type MigratePage = (context: PageContext, after: Position | undefined) => Promise<Page>;

/** A transaction with that many changes takes a fraction of a second, for which a write to one of these people may wait. */
export const pageSize = 1_000;

/** Before the first row. */
export const start: Position = { datamart_id: '0', id: '00000000-0000-0000-0000-000000000000' };
