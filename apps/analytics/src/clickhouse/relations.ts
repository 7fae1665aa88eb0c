// Reports read facts as they were published: merges, erasures and the end of backfills take effect here. Old rows of a key
// are still on disk until ClickHouse merges its parts, so each table is read with FINAL.

/** Rows of lost timelines do not count. */
export const currentTimeline = '(select max(timeline) from timelines)';

export const ofDatamart = (datamart: string) => `timeline = ${currentTimeline} and datamart_id = toInt64(${datamart})`;

/** For all datamarts: the jobs read it. */
export const survivorsOfTimeline =
  '(select datamart_id, user_point_id, survivor_id from survivors final where timeline = {timeline:UInt32})';

const survivors = (datamart: string) =>
  `(select user_point_id, survivor_id from survivors final where ${ofDatamart(datamart)})`;

/** The final survivor of a row of `relation`, which is joined as s. */
const person = (relation: string) => `coalesce(s.survivor_id, ${relation}.user_point_id)`;

const joinSurvivors = (relation: string, datamart: string) =>
  `left any join ${survivors(datamart)} s on s.user_point_id = ${relation}.user_point_id`;

/** A person is erased once any of the merged ids is. */
const erasedPeople = (datamart: string) => `
  select ${person('e')} from (select user_point_id from erasures where ${ofDatamart(datamart)}) e
  ${joinSurvivors('e', datamart)}`;

export const facts = (datamart: string, times = 'true') => `(
  select f.* except (user_point_id), ${person('f')} as user_point_id
  from (select * from facts final where ${ofDatamart(datamart)} and ${times}) f
  ${joinSurvivors('f', datamart)}
  where ${person('f')} not in (${erasedPeople(datamart)})) facts`;

/** SQL of the number of the last backfill that is complete. */
const lastCompleteBackfill = `(select max(number) from backfill_steps where step = 'completed')`;

/**
 * A membership that the last backfill did not confirm has ended. So has one that was written before the deletion of its
 * segment.
 */
export const memberships = (datamart: string) => `(
  select m.datamart_id as datamart_id, m.user_point_id as user_point_id, ${person('m')} as survivor_id,
    m.segment_id as segment_id, m.is_member as is_member, m.expiration_ts as expiration_ts
  from (select * from memberships final where ${ofDatamart(datamart)}) m
  ${joinSurvivors('m', datamart)}
  left any join (select segment_id, version from deleted_segments final where ${ofDatamart(datamart)}) d
    on d.segment_id = m.segment_id
  where m.backfill >= ${lastCompleteBackfill} and m.write_version >= coalesce(d.version, m.write_version)
    and ${person('m')} not in (${erasedPeople(datamart)})) memberships`;

/**
 * Only a merged user point can repeat a membership of its survivor, so the sets hold those of merged ones: sets of all members
 * took half of the time of a report by segment.
 */
export function distinctMembers(from: string): string {
  const ofMerged = `(select distinct survivor_id, segment_id ${from} and survivor_id <> user_point_id)`;
  return `(
    select survivor_id, segment_id ${from} and survivor_id = user_point_id and (survivor_id, segment_id) not in ${ofMerged}
    union all select * from ${ofMerged})`;
}

export const measurements = '(select * from measurements final) measurements';
