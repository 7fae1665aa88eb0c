import { expect } from '@jest/globals';
import { segmentChanged, segmentDeleted, userPointErased } from '@tributary/contracts/topics/topics';
import type { SegmentChanged, SegmentDeleted, UserPointErased } from '@tributary/contracts/tracking/user-point';
import type { DataSource } from 'typeorm';

interface Published {
  topic: string;
  payload: SegmentDeleted & SegmentChanged & UserPointErased;
}

/** The members in reports: as the contract says, in any order of the messages. */
function reported(published: Published[], now: number): string[] {
  const of = (topic: { name: string }) => published.flatMap((one) => (one.topic === topic.name ? [one.payload] : []));
  const erased = new Set(of(userPointErased).flatMap(({ user_point_ids }) => user_point_ids));
  const deletions = of(segmentDeleted).toSorted((a, b) => a.version - b.version);
  const deleted = new Map(deletions.map(({ segment_id, version }) => [segment_id, version]));
  const changes = of(segmentChanged)
    .flatMap((message) => message.changes)
    .filter(({ segment_id, version, write_version = version }) => write_version >= (deleted.get(segment_id) ?? 0))
    .toSorted((a, b) => a.version - b.version);
  const newest = new Map(changes.map((change) => [`${change.user_point_id}/${change.segment_id}`, change]));
  return [...newest]
    .filter(([, change]) => change.is_member && (change.expiration_ts === null || change.expiration_ts > now))
    .flatMap(([key, { user_point_id }]) => (erased.has(user_point_id) ? [] : [key]))
    .sort();
}

/** Expects reports of the published messages to agree with the reads. */
export async function compareReports(dataSource: DataSource, datamart_id: string, now: number): Promise<void> {
  const published = await dataSource.query<Published[]>(
    'select topic, payload::json as payload from outbox where key = $1',
    [datamart_id],
  );
  const living = await dataSource.query<{ key: string }[]>(
    `select user_point_id || '/' || segment_id as key from user_segments s
      left join deleted_segments d using (datamart_id, segment_id)
      where datamart_id = $1 and (s.expiration_ts is null or s.expiration_ts > $2)
        and s.write_version >= coalesce(d.version, 0) order by 1`,
    [datamart_id, now],
  );
  expect(reported(published, now)).toEqual(living.map(({ key }) => key).sort());
}
