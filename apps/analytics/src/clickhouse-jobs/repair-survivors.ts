import type { ClickHouseConnection } from '../clickhouse/clickhouse-connection.js';
import { survivorsOfTimeline } from '../clickhouse/relations.js';

/** The order of UUIDs as text, which is not ClickHouse's own. */
const order = (uuid: string) => `UUIDStringToNum(toString(${uuid}))`;
/** As smallestFirst of row-versions. */
const version = (uuid: string) => `bitNot(reinterpretAsUInt128(reverse(${order(uuid)})))`;

/** User points that are linked to one with a smaller survivor than their own, and the smallest of those. */
const wrong = `
  select datamart_id, user_point_id, smallest from (
    select l.datamart_id as datamart_id, l.user_point_id as user_point_id,
      argMin(coalesce(o.survivor_id, l.other_id), ${order('coalesce(o.survivor_id, l.other_id)')}) as smallest,
      any(coalesce(s.survivor_id, l.user_point_id)) as current
    from (select datamart_id, user_point_id, other_id from links where timeline = {timeline:UInt32}) l
    left any join ${survivorsOfTimeline} o on o.datamart_id = l.datamart_id and o.user_point_id = l.other_id
    left any join ${survivorsOfTimeline} s on s.datamart_id = l.datamart_id and s.user_point_id = l.user_point_id
    group by l.datamart_id, l.user_point_id
  ) where ${order('smallest')} < ${order('current')}`;

/**
 * Computes the survivors again from all merges, and stores those that differ. Each step passes survivors on to the linked
 * user points, until none changes. Returns how many were wrong or missing.
 */
export async function repairSurvivors(connection: ClickHouseConnection, timeline: number): Promise<number> {
  for (let repaired = 0; ;) {
    const [row] = await connection.rows<{ found: number }>(`select count() as found from (${wrong})`, { timeline });
    const found = row?.found ?? 0;
    if (found === 0) return repaired;
    await connection.command(
      `insert into survivors (timeline, datamart_id, user_point_id, survivor_id, version)
        select {timeline:UInt32}, datamart_id, user_point_id, smallest, ${version('smallest')} from (${wrong})`,
      { timeline },
    );
    repaired += found;
  }
}
