import type { Statement } from '@tributary/database/transaction';
import type pg from 'pg';
import { deleteListed, listMemberships, type ListSize } from './listed-memberships.js';

/** Has a row if any membership expired before an instant. */
export const anyExpired = (before: number): Statement => ({
  name: 'any-expired-membership',
  text: 'select from user_segments where expiration_ts < $1 order by expiration_ts limit 1',
  values: [before],
});

/** The row ids of memberships that expired before an instant, in batches for `deleteExpired`. */
export const findExpired = (client: pg.ClientBase, before: number, size: ListSize): Promise<string[]> =>
  listMemberships(client, { sql: 'expiration_ts < $1', values: [before] }, size);

/**
 * Deletes memberships of a list that expired before the instant, and returns their number. Nothing is published, as consumers
 * know the expiration of each membership.
 */
export const deleteExpired = (client: pg.ClientBase, before: number, tids: string): Promise<number> =>
  // Not strict: otherwise the planner knows that it can scan the partial index of all memberships with an expiration.
  deleteListed(client, tids, { sql: 'coalesce(expiration_ts, $1) < $1', values: [before] });
