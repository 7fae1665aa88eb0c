import type { AnyTopic } from '../messages/consume.js';
import type { Incoming } from '../messages/incoming.js';
import type { BundlePosition, Position, Received } from '../messages/message.js';

/** A message with its parsed value, as handlers get it. */
export function received(
  { topic, key, id, time, traceparent, timeline, position, part }: Incoming,
  value: unknown,
  { bundled }: AnyTopic,
): Received<unknown> {
  const message: Received<unknown> = { topic, key, value, id, time };
  if (traceparent !== undefined) message.traceparent = traceparent;
  if (timeline !== undefined) message.timeline = timeline;
  if (!position) return message;
  if (bundled) message.bundlePosition = bundlePosition(position, part);
  else message.position = position;
  return message;
}

/** Under another name: a handler that judged by positions alone what it has handled would skip the rest of a bundle. */
const bundlePosition = ({ partition, offset }: Position, part: number | undefined): BundlePosition =>
  part === undefined ? { partition, offset } : { partition, offset, part };
