import { transaction } from '@tributary/database/transaction';
import type { DataSource } from 'typeorm';
import { lockAttachedData } from '../identity/lock-attached-data.js';

/** The choices that came with a key, stored in a span of time: from `from`, before `until`, epoch milliseconds. */
interface UndoneChoices {
  datamart_id: string;
  key: 'collect_key_id' | 'signing_key_id';
  key_id: string;
  from: number;
  until: number;
}

/** Choices of one statement: it locks their people, whose activities wait. */
const rowsAtOnce = 1_000;

/**
 * Undoes at most `rowsAtOnce` choices, the earliest first. Undone ones stay in the change log.
 *
 * @returns how many, and whether none is left
 */
export function undoSomeChoices(
  dataSource: DataSource,
  { datamart_id, key, key_id, from, until }: UndoneChoices,
  now: number,
): Promise<{ undone: number; isLast: boolean }> {
  const ofKey = `datamart_id = $1 and ${key} = $2 and creation_ts >= $3 and creation_ts < $4 and undone_ts is null`;
  const values = [datamart_id, key_id, from, until];
  return transaction(dataSource, async (client) => {
    const { rows } = await client.query<{ user_point_id: string; write_id: string }>(
      `select user_point_id, write_id from user_choices where ${ofKey} order by creation_ts limit $5`,
      [...values, rowsAtOnce],
    );
    if (rows.length === 0) return { undone: 0, isLast: true };
    await lockAttachedData(
      client,
      rows.map(({ user_point_id }) => ({ datamart_id, user_point_id })),
    );
    // A merge may have moved some meanwhile: their people are locked next time.
    const { rowCount } = await client.query(
      `update user_choices set undone_ts = $5
        where ${ofKey} and (user_point_id, write_id) in (select * from unnest($6::uuid[], $7::bigint[]))`,
      [...values, now, rows.map(({ user_point_id }) => user_point_id), rows.map(({ write_id }) => write_id)],
    );
    return { undone: rowCount ?? 0, isLast: rows.length < rowsAtOnce && rowCount === rows.length };
  });
}
