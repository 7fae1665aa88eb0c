import { randomUUID } from 'node:crypto';
import type { Received } from '@tributary/bus/messages/message';
import type { ActivitiesStored, StoredActivity } from '@tributary/contracts/tracking/activity';
import type { Topic } from '@tributary/contracts/topics/topic';
import {
  activityStored,
  backfillEnded,
  collectionsCounted,
  segmentChanged,
  segmentDeleted,
  userPointErased,
  userPointsMerged,
} from '@tributary/contracts/topics/topics';
import type { CollectionsCounted, SegmentChanged, UserPointsMerged } from '@tributary/contracts/tracking/user-point';

export const anActivity = (fields: Partial<StoredActivity> = {}): StoredActivity => ({
  activity_id: randomUUID(),
  user_point_id: randomUUID(),
  ts: Date.now(),
  type: 'SITE_VISIT',
  channel_id: '8298',
  ...fields,
});

interface Attributes {
  id?: string;
  time?: number;
  /** Gives the message a position on a Kafka partition. */
  offset?: number;
  partition?: number;
  since?: number;
  timeline?: number;
}

function received<T>(topic: Topic<T>, value: T, attributes: Attributes): Received<T> {
  const { id = randomUUID(), time = Date.now(), offset, partition = 0, since = offset, timeline } = attributes;
  const message: Received<T> = { topic: topic.name, key: topic.key(value), id, time, value };
  if (offset !== undefined) message.position = { partition, offset: BigInt(offset), since: BigInt(since ?? 0) };
  if (timeline !== undefined) message.timeline = timeline;
  return message;
}

/** A message of tracking-ingest about stored activities. */
export function aMessage(fields: Partial<ActivitiesStored> & Attributes = {}): Received<ActivitiesStored> {
  const { datamart_id = '1', activities = [anActivity()], ...attributes } = fields;
  return received(activityStored, { datamart_id, activities }, attributes);
}

/** @param merges pairs of [merged, survivor] */
export function aMerge(
  merges: [string, string][],
  { datamart_id = '1', ...attributes }: { datamart_id?: string } & Attributes = {},
): Received<UserPointsMerged> {
  const value = { datamart_id, merges: merges.map(([merged_id, survivor_id]) => ({ merged_id, survivor_id })) };
  return received(userPointsMerged, value, attributes);
}

export const anErasure = (
  user_point_ids: string[],
  { datamart_id = '1', ...attributes }: { datamart_id?: string } & Attributes = {},
) => received(userPointErased, { datamart_id, user_point_ids }, attributes);

type Change = SegmentChanged['changes'][number];
type PartialChange = Partial<Change> & Pick<Change, 'user_point_id'>;

export const aSegmentChange = (
  changes: PartialChange[],
  { datamart_id = '1', ...attributes }: { datamart_id?: string } & Attributes = {},
) =>
  received(
    segmentChanged,
    {
      datamart_id,
      changes: changes.map((change) => ({
        segment_id: '7',
        is_member: true,
        expiration_ts: null,
        version: 1,
        ...change,
      })),
    },
    attributes,
  );

export const aDeletion = (
  segment_id: string,
  version: number,
  { datamart_id = '1', ...attributes }: { datamart_id?: string } & Attributes = {},
) => received(segmentDeleted, { datamart_id, segment_id, version }, attributes);

export const aMeasurement = (fields: Partial<CollectionsCounted> & Attributes = {}) => {
  const { datamart_id = '1', ts = Date.now(), counts = { UserPoint: 1 }, ...attributes } = fields;
  return received(collectionsCounted, { datamart_id, ts, counts } as CollectionsCounted, attributes);
};

/** The end of a backfill of so many messages. */
export const anEnd = (request_id: string, messages: number, attributes: Attributes = {}) =>
  received(backfillEnded, { request_id, messages }, attributes);
