import { BIGINT, BOOLEAN, DOUBLE, VARCHAR, type DuckDBConnection } from '@duckdb/node-api';
import type { SegmentChanged, SegmentDeleted } from '@tributary/contracts/tracking/user-point';
import { stage, type StagedColumns } from './staging.js';

interface Row {
  datamart_id: bigint;
  change: SegmentChanged['changes'][number];
}

const incoming: StagedColumns<Row> = {
  datamart_id: { type: BIGINT, of: ({ datamart_id }) => datamart_id },
  // Staged as text: DuckDB parses it in a fraction of the time that this thread would need.
  user_point_id: { type: VARCHAR, of: ({ change }) => change.user_point_id },
  segment_id: { type: VARCHAR, of: ({ change }) => change.segment_id },
  is_member: { type: BOOLEAN, of: ({ change }) => change.is_member },
  expiration_ts: { type: BIGINT, of: ({ change }) => storableExpiration(change.expiration_ts) },
  version: { type: DOUBLE, of: ({ change }) => change.version },
  write_version: { type: DOUBLE, of: ({ change }) => change.write_version ?? change.version },
};

const deletions: StagedColumns<SegmentDeleted> = {
  datamart_id: { type: BIGINT, of: ({ datamart_id }) => BigInt(datamart_id) },
  segment_id: { type: VARCHAR, of: ({ segment_id }) => segment_id },
  version: { type: DOUBLE, of: ({ version }) => version },
};

/**
 * Keeps the newest version per user point and segment, in any order of arrival. Skips erased people, and what was written
 * before the deletion of its segment: of one membership, a newer version never has a lower write_version, unless the older
 * version had expired.
 *
 * @param backfill the last one that was requested
 */
export async function writeMemberships(
  connection: DuckDBConnection,
  messages: SegmentChanged[],
  backfill: number,
): Promise<void> {
  const rows = messages.flatMap(({ datamart_id, changes }) => {
    const id = BigInt(datamart_id);
    return changes.map((change) => ({ datamart_id: id, change }));
  });
  await stage(connection, 'incoming_changes', incoming, rows);
  await connection.run(mergeNewest, [backfill]);
  await connection.run('drop table incoming_changes');
}

/** Deletes the memberships of deleted segments, and keeps the deletions for changes that arrive later. */
export async function deleteSegments(connection: DuckDBConnection, messages: SegmentDeleted[]): Promise<void> {
  await stage(connection, 'incoming_deletions', deletions, messages);
  await connection.run(`
    merge into deleted_segments d using (
      select datamart_id, segment_id, max(version) as version from incoming_deletions group by all) newest
    on d.datamart_id = newest.datamart_id and d.segment_id = newest.segment_id
    when matched and newest.version > d.version then update set version = newest.version
    when not matched then insert values (newest.datamart_id, newest.segment_id, newest.version)`);
  await connection.run(`
    delete from memberships m using incoming_deletions d
    where m.datamart_id = d.datamart_id and m.segment_id = d.segment_id and m.write_version < d.version`);
  await connection.run('drop table incoming_deletions');
}

/** Ends the memberships that the backfill has not confirmed: their removal was lost. */
export const endUnconfirmed = (connection: DuckDBConnection, backfill: number) =>
  connection.run('update memberships set is_member = false where is_member and backfill < $1', [backfill]);

/** An expiration beyond the safe integers means never. */
const storableExpiration = (ts: number | null) =>
  ts === null || ts > Number.MAX_SAFE_INTEGER ? null : BigInt(Math.max(Math.floor(ts), 0));

const mergeNewest = `
  merge into memberships m using (
    select distinct on (i.datamart_id, i.user_point_id, i.segment_id)
      i.*, coalesce(merged.survivor_id, i.user_point_id) as survivor_id
    from (select * replace (user_point_id::uuid as user_point_id) from incoming_changes) i
    left join merged_user_points merged
      on merged.datamart_id = i.datamart_id and merged.merged_id = i.user_point_id
    where not exists (
      select 1 from erased_user_points e
      where e.datamart_id = i.datamart_id and e.user_point_id = coalesce(merged.survivor_id, i.user_point_id)
    ) and not exists (
      select 1 from deleted_segments d
      where d.datamart_id = i.datamart_id and d.segment_id = i.segment_id and d.version > i.write_version
    )
    order by i.datamart_id, i.user_point_id, i.segment_id, i.version desc
  ) newest
  on m.datamart_id = newest.datamart_id and m.user_point_id = newest.user_point_id
    and m.segment_id = newest.segment_id
  when matched and newest.version >= m.version then update set
    is_member = newest.is_member, expiration_ts = newest.expiration_ts, version = newest.version,
    write_version = newest.write_version, backfill = $1
  when not matched then insert
    (datamart_id, user_point_id, survivor_id, segment_id, is_member, expiration_ts, version, write_version,
      backfill)
    values (newest.datamart_id, newest.user_point_id, newest.survivor_id, newest.segment_id, newest.is_member,
      newest.expiration_ts, newest.version, newest.write_version, $1)`;
