import type pg from 'pg';
import { countMemberships } from './count-memberships.js';
import type { SegmentReference } from './count-points.js';

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

/**
 * The places of dead memberships in their table, in texts of `rowsPerBatch` each. They are listed once for many small
 * transactions, each of which would otherwise pass all index entries that those before it have left behind.
 */
export async function findDead(
  client: pg.ClientBase,
  { datamart_id, segment_id, version }: DeletedSegment,
  { rowsPerBatch, batches }: { rowsPerBatch: number; batches: number },
): Promise<string[]> {
  const { rows } = await client.query<{ places: string }>(
    // The order of the index, so that the plan follows it: only such a scan marks the entries of deleted rows, and skips them.
    `select array_agg(place)::text as places
      from (
        select ctid as place, (row_number() over (order by expiration_ts) - 1) / $4::int as batch from user_segments
        where (datamart_id, segment_id) = ($1, $2) and write_version < $3 order by expiration_ts limit $4::int * $5::int
      ) dead
      group by batch order by batch`,
    [datamart_id, segment_id, version, rowsPerBatch, batches],
  );
  return rows.map(({ places }) => places);
}

/** Deletes dead memberships, except those that have moved, or that a transaction is writing: the next list has them. */
export async function deleteDead(client: pg.ClientBase, segment: DeletedSegment, places: string): Promise<number> {
  const { datamart_id, segment_id, version } = segment;
  const { rowCount } = await client.query(
    // By place only: as expressions, the other columns do not make the planner scan the whole index of the segment.
    `delete from user_segments where ctid = any(array(
      select ctid from user_segments
      where ctid = any($1::tid[]) and (datamart_id + 0, segment_id || '') = ($2, $3) and write_version < $4
      for update skip locked))`,
    [places, datamart_id, segment_id, version],
  );
  const deleted = rowCount ?? 0;
  await countMemberships(client, [{ datamart_id, segment_id, change: -deleted }]);
  return deleted;
}

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
  client: pg.ClientBase,
): Promise<{ count: number; oldest_ts: number | null }> {
  const { rows } = await client.query<{ count: number; oldest_ts: number | null }>(
    `select count(*)::int as count, min(request_ts)::float8 as oldest_ts from deleted_segments where finish_ts is null`,
  );
  return rows[0] ?? { count: 0, oldest_ts: null };
}
