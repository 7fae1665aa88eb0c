// Message n and its activities, the same in whatever process: parent and child of a crash test agree on them.
import { randomBytes, randomUUID } from 'node:crypto';

const hex = (number, digits) => number.toString(16).padStart(digits, '0');

/** `identity`: how the store can know the message again: by its id, by id and position, or not at all. */
export function numberedMessage(n, { size, identity, channelBytes = 4 }) {
  const activities = Array.from({ length: size }, (_, index) => ({
    activity_id: `${hex(n, 8)}-0000-7000-8000-${hex(index, 12)}`,
    user_point_id: randomUUID(),
    ts: Date.now(),
    type: 'SITE_VISIT',
    channel_id: randomBytes(channelBytes).toString('base64'),
  }));
  return {
    topic: 'tracking.activity-stored.v1',
    key: '1',
    id: identity === 'none' ? randomUUID() : `message-${n}`,
    time: 1_700_000_000_000 + n,
    ...(identity === 'position' ? { position: { partition: 0, offset: BigInt(n) } } : {}),
    value: { datamart_id: '1', activities },
  };
}
