import { firstReportableDay } from '../facts/reportable-days.js';
import { dayMs } from '@tributary/contracts/rules/time-units';
import type { ClickHouseConnection } from '../clickhouse/clickhouse-connection.js';
import { bucketOf, futureBucket } from '../clickhouse/fact-rows.js';

/** The tables whose rows belong to a timeline, besides facts. */
const ofTimelines = ['links', 'survivors', 'erasures', 'memberships', 'deleted_segments', 'watermarks', 'gaps'];

const waiting = { lightweight_deletes_sync: '2', max_partition_size_to_drop: '0' } as const;

/** Deletes the rows of lost timelines, and those that reports cannot reach any more. */
export async function deleteOutdated(connection: ClickHouseConnection, timeline: number, now: number): Promise<void> {
  await dropPartitions(connection, timeline, now);
  const firstTs = firstReportableDay(now) * dayMs;
  const outdated: [table: string, condition: string][] = [
    ['facts', `bucket = ${futureBucket} and ts < ${firstTs}`],
    ['measurements', `ts < ${firstTs}`],
    ...ofTimelines.map((table): [string, string] => [table, `timeline < ${timeline}`]),
  ];
  for (const [table, condition] of outdated) {
    const [row] = await connection.rows<{ rows: number }>(`select count() as rows from ${table} where ${condition}`);
    if (row?.rows) await connection.command(`delete from ${table} where ${condition}`, {}, waiting);
  }
}

/** A bucket ends with the last day that it has in common with reports. */
async function dropPartitions(connection: ClickHouseConnection, timeline: number, now: number): Promise<void> {
  const firstBucket = bucketOf(firstReportableDay(now) * dayMs, now);
  const outdated = await connection.rows<{ timeline: number; bucket: number }>(
    `select distinct timeline, bucket from facts
      where timeline < {timeline:UInt32} or bucket < {firstBucket:UInt16} order by timeline, bucket`,
    { timeline, firstBucket },
  );
  for (const { timeline, bucket } of outdated)
    await connection.command(`alter table facts drop partition (${timeline}, ${bucket})`, {}, waiting);
}
