import { insertOutbox } from '@tributary/bus/outbox';
import { segmentChanged } from '@tributary/contracts/topics';
import type { SegmentChanged } from '@tributary/contracts/user-point';
import { uuid7 } from '@tributary/contracts/uuid';
import type pg from 'pg';
import type { Change } from './membership-rows.js';

/** A segment id may be 255 characters that JSON writes in 6 bytes each: 500 are 850 KiB, well below what a topic takes. */
export const changesPerMessage = 500;

/** Tells the reports of memberships that the transaction has changed. */
export async function tellChanges(client: pg.ClientBase, changes: Change[]): Promise<void> {
  const messages = toMessages(changes).map((value) => ({ id: uuid7(), value }));
  await insertOutbox(client, segmentChanged, messages);
}

/** One message per datamart and `changesPerMessage`. */
export function toMessages(changes: Change[]): SegmentChanged[] {
  const messages: SegmentChanged[] = [];
  const open = new Map<string, SegmentChanged['changes']>();
  for (const { datamart_id, user_point_id, segment_id, is_member, expiration_ts, version } of changes) {
    let list = open.get(datamart_id);
    if (!list || list.length === changesPerMessage) {
      list = [];
      open.set(datamart_id, list);
      messages.push({ datamart_id, changes: list });
    }
    list.push({
      ...{ user_point_id, segment_id, is_member, version: Number(version) },
      expiration_ts: expiration_ts === null ? null : Number(expiration_ts),
    });
  }
  return messages;
}
