import type { OutboundQueue } from './outbound-queue.js';
import type { Held, PartitionQueue } from './partition-queue.js';

/** The part of its leader's share that a failing partition may hold. */
const failingShare = 1 / 4;

/**
 * Each leader may hold an equal share of the queue, and a partition that fails a quarter of that: so a broker that hangs,
 * or a partition without enough replicas, leaves room for the others. One that holds nothing accepts any call.
 *
 * @param queues the partition of each message; undefined while its topic is unknown
 * @throws SERVICE_UNAVAILABLE
 */
export function refuseUnlessFair<R>(
  outbound: OutboundQueue,
  messages: { bytes: number }[],
  queues: (PartitionQueue<R> | undefined)[],
  leaders: number,
): void {
  const added = new Map<Held, Held & { share: number }>();
  const add = (held: Held, bytes: number, share: number) => {
    const sum = added.get(held) ?? { messages: 0, bytes: 0, share };
    added.set(held, { messages: sum.messages + 1, bytes: sum.bytes + bytes, share });
  };
  for (const [i, { bytes }] of messages.entries()) {
    const queue = queues[i];
    if (queue && leaders > 1) add(queue.leader.held, bytes, 1 / leaders);
    if (queue && queue.failures > 0) add(queue.held, bytes, failingShare / leaders);
  }
  for (const [held, { share, ...more }] of added)
    if (!outbound.hasRoomBeside(held, more, share))
      throw outbound.refusal(messages.length, 'The queue of messages to a broker is full');
}
