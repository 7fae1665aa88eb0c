import { insertOutbox } from '@tributary/bus/outbox/outbox';
import { segmentChanged } from '@tributary/contracts/topics/topics';
import type { SegmentChanged } from '@tributary/contracts/tracking/user-point';
import { uuid7 } from '@tributary/contracts/values/uuid';
import type pg from 'pg';
import { batchesOf } from '../batches-of.js';
import type { Change } from './membership-rows.js';

/** A segment id has at most 255 characters, which JSON writes in up to 6 bytes each: 500 are 850 KiB, below the limit of a topic. */
export const changesPerMessage = 500;

/** Publishes memberships that the transaction has changed to reports. */
export async function publishChanges(client: pg.ClientBase, changes: Change[]): Promise<void> {
  const messages = toMessages(changes).map((value) => ({ id: uuid7(), value }));
  await insertOutbox(client, segmentChanged, messages);
}

/** One message per datamart and `changesPerMessage`. */
export const toMessages = (changes: Change[]): SegmentChanged[] =>
  batchesOf(changes, { key: ({ datamart_id }) => datamart_id, maxItems: changesPerMessage }).map(
    ({ key: datamart_id, items }) => ({ datamart_id, changes: items.map(toChange) }),
  );

const toChange = ({ expiration_ts, version, write_version = null, ...change }: Change) => ({
  user_point_id: change.user_point_id,
  segment_id: change.segment_id,
  is_member: change.is_member,
  version: Number(version),
  expiration_ts: expiration_ts === null ? null : Number(expiration_ts),
  ...(write_version !== null && write_version !== version && { write_version: Number(write_version) }),
});
