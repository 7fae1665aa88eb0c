import type { Topic } from '@tributary/contracts/topics/topic';
import type { Incoming } from '../messages/incoming.js';
import type { Outgoing } from '../messages/message.js';
import { RawJson } from '../messages/raw-json.js';

/** A message for the handlers of this process, and about how many bytes it holds. */
export interface SizedMessage {
  message: Incoming;
  bytes: number;
}

export function sizedMessage<T>(topic: Topic<T>, outgoing: Outgoing<T>): SizedMessage {
  const { id, time = Date.now(), traceparent, timeline } = outgoing;
  const key = 'key' in outgoing ? outgoing.key : topic.key(outgoing.value);
  const content = 'json' in outgoing ? new RawJson(outgoing.json) : outgoing.value;
  const message: Incoming = { topic: topic.name, key, content, id, time };
  if (traceparent !== undefined) message.traceparent = traceparent;
  if (timeline !== undefined) message.timeline = timeline;
  return { message, bytes: 'json' in outgoing ? outgoing.json.length : roughSize(content) };
}

/** About how many bytes a value holds, without the cost of writing it as JSON. */
export function roughSize(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 16;
  if (Array.isArray(value)) for (const item of value) size += roughSize(item);
  else for (const key in value) size += key.length + roughSize((value as Record<string, unknown>)[key]);
  return size;
}
