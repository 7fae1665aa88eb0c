import { factsOfKind } from '@tributary/contracts/tracking/activity-facts';
import type { ClickHouseConnection } from './clickhouse-connection.js';

/** Without these settings an acknowledged insert may be lost with the machine. */
const durable = 'settings fsync_after_insert = 1, fsync_part_directory = 1';
/** How many tokens of inserts ClickHouse remembers, so that a repeated batch costs little. */
const tokens = 'non_replicated_deduplication_window = 1000';

const columns = (names: string[], type: string) => names.map((name) => `${name} ${type}`).join(', ');

/**
 * Entry n migrates a database from version n to n + 1. Append entries; never change one. Each statement may run again and
 * at the same time as in another process, because two may start at once.
 */
const versions: string[][] = [
  [
    // A restore of tracking's database starts a new timeline. Rows of earlier ones do not count, and are deleted later.
    `create table if not exists timelines (timeline UInt32) engine = ReplacingMergeTree order by timeline ${durable}`,
    // Facts as they were published: of the user point of that time. The bucket is a month of 30 days.
    `create table if not exists facts (
      timeline UInt32, bucket UInt16, datamart_id Int64, ts Int64 codec(Delta, ZSTD), activity_id UUID, user_point_id UUID,
      type LowCardinality(String), channel_id Nullable(String),
      ${columns(factsOfKind('text'), 'LowCardinality(Nullable(String))')},
      ${columns(factsOfKind('count'), 'Int64')},
      has_conversion Bool, has_bounced Bool,
      ${columns(factsOfKind('list'), 'Array(LowCardinality(String))')},
      ${columns(factsOfKind('decimal'), 'Nullable(Decimal(38, 6))')},
      -- The earlier the message, the greater: the first message of an activity stays.
      first UInt64
    ) engine = ReplacingMergeTree(first) partition by (timeline, bucket)
      order by (timeline, datamart_id, ts, activity_id) ${durable}, ${tokens}`,
    // Both directions of each merge, and of each user point with its final survivor: the edges of a person.
    `create table if not exists links (timeline UInt32, datamart_id Int64, user_point_id UUID, other_id UUID)
      engine = ReplacingMergeTree order by (timeline, datamart_id, user_point_id, other_id) ${durable}`,
    // Derived from links: of merged user points, the smallest id of the person. The smaller it is, the greater the version.
    `create table if not exists survivors (
      timeline UInt32, datamart_id Int64, user_point_id UUID, survivor_id UUID, version UInt128
    ) engine = ReplacingMergeTree(version) order by (timeline, datamart_id, user_point_id) ${durable}`,
    // Kept for ever: an activity of an erased person may arrive after the erasure.
    `create table if not exists erasures (
      timeline UInt32, datamart_id Int64, user_point_id UUID, erased_at DateTime default now()
    ) engine = ReplacingMergeTree order by (timeline, datamart_id, user_point_id) ${durable}`,
    `create table if not exists memberships (
      timeline UInt32, datamart_id Int64, user_point_id UUID, segment_id String, is_member Bool,
      expiration_ts Nullable(Int64), write_version Float64,
      -- The last backfill (0: none) that had been requested when the row was written.
      backfill UInt32,
      -- The version of the change, then the backfill.
      version UInt128
    ) engine = ReplacingMergeTree(version) order by (timeline, datamart_id, user_point_id, segment_id) ${durable}`,
    // Kept for ever: a change may arrive after the deletion.
    `create table if not exists deleted_segments (
      timeline UInt32, datamart_id Int64, segment_id String, version Float64, rank UInt64
    ) engine = ReplacingMergeTree(rank) order by (timeline, datamart_id, segment_id) ${durable}`,
    `create table if not exists measurements (
      datamart_id Int64, ts Int64, collection LowCardinality(String), count Int64, first UInt64
    ) engine = ReplacingMergeTree(first) order by (datamart_id, ts, collection) ${durable}`,
    // The time of the newest applied message of activities.
    `create table if not exists watermarks (
      timeline UInt32, datamart_id Int64, time SimpleAggregateFunction(max, UInt64)
    ) engine = AggregatingMergeTree order by (timeline, datamart_id) ${durable}`,
    // How far each partition is applied. A topic that was recreated starts an incarnation of its partitions.
    `create table if not exists positions (
      topic LowCardinality(String), partition UInt32, incarnation UInt32, next_offset Int64, newest_time UInt64,
      version UInt128
    ) engine = ReplacingMergeTree(version) order by (topic, partition) ${durable}`,
    // Not what makes a message count once. They show which messages of a backfill have arrived, that a topic was recreated,
    // and which changes of memberships are older than a backfill. Longer than the 7 days for which topics retain messages.
    `create table if not exists applied_messages (
      timeline UInt32, request_id String, topic LowCardinality(String), id String, applied_at DateTime default now()
    ) engine = ReplacingMergeTree partition by toDate(applied_at) order by (timeline, request_id, topic, id)
      ttl applied_at + interval 8 day ${durable}, ttl_only_drop_parts = 1`,
    // Messages that the store lacks until a backfill has ended.
    `create table if not exists gaps (timeline UInt32, id String, complete_until UInt64)
      engine = ReplacingMergeTree order by (timeline, id) ${durable}`,
    // assigned: with its number and the gaps that it closes; published; ended: with its number of messages; completed.
    `create table if not exists backfill_steps (
      request_id String, step LowCardinality(String), number UInt32, at UInt64, messages UInt64, gaps Array(String)
    ) engine = ReplacingMergeTree order by (request_id, step) ${durable}`,
    `insert into gaps values (0, '0/start', 0)`,
  ],
  // Facts of before, and those that a process of an older version inserts, are of no bots.
  ['alter table facts add column if not exists is_bot Bool default false'],
];

/** Migrates the database to the newest version. */
export async function migrate(connection: ClickHouseConnection): Promise<void> {
  await connection.command(
    'create table if not exists migrations (version UInt32) engine = ReplacingMergeTree order by version',
  );
  const [row] = await connection.rows<{ version: number }>('select max(version) as version from migrations');
  const current = row?.version ?? 0;
  if (current > versions.length)
    throw new Error(`the facts have version ${current}, but this program supports up to version ${versions.length}`);
  for (const [index, statements] of versions.entries()) {
    if (index < current) continue;
    for (const statement of statements) await connection.command(statement);
    await connection.insert('migrations', [{ version: index + 1 }]);
  }
}
