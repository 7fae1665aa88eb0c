import { query } from '@tributary/database/transaction';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import type { SegmentReference } from './count-points.js';
import { deleteListed, listMemberships, type ListSize } from './listed-memberships.js';

/** Memberships of the segment with a lower `write_version` are dead. */
export interface DeletedSegment extends SegmentReference {
  version: string;
}

/**
 * Takes the oldest deleted segment that no process works on, for a while. Undefined without one. The first claim also sets
 * the barrier: the transaction has just got its id, so every one that began before the deletion has a lower id.
 */
export async function claimDeleted(
  client: pg.ClientBase,
  now: number,
  leaseMs: number,
): Promise<DeletedSegment | undefined> {
  const { rows } = await client.query<DeletedSegment>(
    `update deleted_segments deleted set lease_ts = $1::bigint + $2, barrier = case
        -- A database that was restored into a new server may have smaller transaction ids.
        when barrier < pg_current_xact_id() then barrier else pg_current_xact_id() end
      from (
        select datamart_id, segment_id from deleted_segments
        where finish_ts is null and lease_ts <= $1 order by version limit 1 for update skip locked) due
      where (deleted.datamart_id, deleted.segment_id) = (due.datamart_id, due.segment_id)
      returning deleted.datamart_id, deleted.segment_id, deleted.version`,
    [now, leaseMs],
  );
  return rows[0];
}

/** The row ids of dead memberships, in batches for `deleteDead`. */
export const findDead = (
  client: pg.ClientBase,
  { datamart_id, segment_id, version }: DeletedSegment,
  size: ListSize,
): Promise<string[]> => {
  const sql = '(datamart_id, segment_id) = ($1, $2) and write_version < $3';
  return listMemberships(client, { sql, values: [datamart_id, segment_id, version] }, size);
};

/** Deletes dead memberships of a list, and returns their number. */
export const deleteDead = (
  client: pg.ClientBase,
  { datamart_id, segment_id, version }: DeletedSegment,
  tids: string,
): Promise<number> => {
  const sql = `(datamart_id + 0, segment_id || '') = ($1, $2) and write_version < $3`;
  return deleteListed(client, tids, { sql, values: [datamart_id, segment_id, version] });
};

/**
 * Finishes the deletion if nothing is dead any more, and nothing can be: every transaction that may have overlooked the
 * deletion has ended. Otherwise another process may try from `retryAt` on.
 */
export async function finishDeletion(
  client: pg.ClientBase,
  { datamart_id, segment_id, version }: DeletedSegment,
  { now, retryAt }: { now: number; retryAt: number },
): Promise<void> {
  // One statement, whose snapshot answers both.
  await client.query(
    `update deleted_segments d set lease_ts = $5, finish_ts = case
        when barrier < pg_snapshot_xmin(pg_current_snapshot()) and not exists (
          select from user_segments s
          where (s.datamart_id, s.segment_id) = (d.datamart_id, d.segment_id) and s.write_version < d.version)
        then $4::bigint end
      where (datamart_id, segment_id, version) = ($1, $2, $3)`,
    [datamart_id, segment_id, version, now, retryAt],
  );
}

/** The deletions that are not finished: their number, and when the oldest one was requested. */
export async function readPendingDeletions(
  dataSource: DataSource,
): Promise<{ count: number; oldest_ts: number | null }> {
  const { rows } = await query<{ count: number; oldest_ts: number | null }>(
    dataSource,
    `select count(*)::int as count, min(request_ts)::float8 as oldest_ts from deleted_segments where finish_ts is null`,
  );
  return rows[0] ?? { count: 0, oldest_ts: null };
}
