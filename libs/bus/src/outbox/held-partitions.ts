/** When a relay of this process looks at a partition of a lingering topic by itself, epoch milliseconds. */
const heldUntil = new Map<string, number>();

/** From the statement to the end of its transaction. A commit that takes longer may wait for the next poll of the relay. */
const commitMs = 200;

/** A relay holds the partition back until then, and looks at it afterwards. */
export function noteHeld(topics: readonly string[], partition: number, until: number): void {
  for (const topic of topics) heldUntil.set(keyOf(topic, partition), until);
}

export function forgetHeld(topics: readonly string[], partition: number): void {
  for (const topic of topics) heldUntil.delete(keyOf(topic, partition));
}

/** Whether a relay of this process finds a message without a notification, if its transaction commits soon. */
export const isHeld = (topic: string, partition: number, now: number): boolean =>
  now + commitMs < (heldUntil.get(keyOf(topic, partition)) ?? 0);

const keyOf = (topic: string, partition: number) => `${topic}/${partition}`;
