// Message n and its activities. They are the same in the parent and the child process of a crash test.
import { randomBytes, randomUUID } from 'node:crypto';

const hex = (number, digits) => number.toString(16).padStart(digits, '0');
const userPoint = (n) => `${hex(n, 8)}-0000-7000-8000-000000000000`;

const attributes = (topic, n, identity) => ({
  topic,
  key: '1',
  id: identity === 'none' ? randomUUID() : `message-${n}`,
  time: 1_700_000_000_000 + n,
  ...(identity === 'position' ? { position: { partition: 0, offset: BigInt(n) } } : {}),
});

/** `identity`: how the store can recognize the message: by its id, by id and position, or not at all. */
export function numberedMessage(n, { size, identity, channelBytes = 4 }) {
  const random = hex(Math.floor(Math.random() * 65_536), 4);
  const activities = Array.from({ length: size }, (_, index) => ({
    activity_id: `${hex(n, 8)}-${identity === 'none' ? random : '0000'}-7000-8000-${hex(index, 12)}`,
    user_point_id: userPoint(n),
    ts: Date.now() - (Date.now() % 86_400_000),
    type: 'SITE_VISIT',
    channel_id: randomBytes(channelBytes).toString('base64'),
  }));
  return { ...attributes('tracking.activity-stored.v1', n, identity), value: { datamart_id: '1', activities } };
}

/** User point n + 1 is merged into n. */
export const numberedMerge = (n, { identity }) => ({
  ...attributes('tracking.user-points-merged.v1', n, identity),
  value: { datamart_id: '1', merges: [{ merged_id: userPoint(n + 1), survivor_id: userPoint(n) }] },
});

/** User point n + 2 is erased. */
export const numberedErasure = (n, { identity }) => ({
  ...attributes('tracking.user-point-erased.v1', n, identity),
  value: { datamart_id: '1', user_point_ids: [userPoint(n + 2)] },
});
