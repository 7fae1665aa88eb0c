import type { DataSource } from 'typeorm';

/**
 * When a relay of this process looks at a partition of a lingering topic by itself, by `performance.now()`: the wall clock
 * may be set back. The relays of another database do not look at it.
 */
const heldUntil = new WeakMap<DataSource, Map<string, number>>();

/** From the statement to the end of its transaction. A commit that takes longer may wait for the next poll of the relay. */
const commitMs = 200;

/** A relay holds the partition back until then, and looks at it afterwards. */
export function noteHeld(dataSource: DataSource, topics: readonly string[], partition: number, until: number): void {
  const held = heldUntil.get(dataSource) ?? new Map<string, number>();
  heldUntil.set(dataSource, held);
  for (const topic of topics) held.set(keyOf(topic, partition), until);
}

export function forgetHeld(dataSource: DataSource, topics: readonly string[], partition: number): void {
  for (const topic of topics) heldUntil.get(dataSource)?.delete(keyOf(topic, partition));
}

/** Whether a relay of this process finds a message without a notification, if its transaction commits soon. */
export const isHeld = (dataSource: DataSource | undefined, topic: string, partition: number): boolean =>
  dataSource !== undefined &&
  performance.now() + commitMs < (heldUntil.get(dataSource)?.get(keyOf(topic, partition)) ?? 0);

const keyOf = (topic: string, partition: number) => `${topic}/${partition}`;
