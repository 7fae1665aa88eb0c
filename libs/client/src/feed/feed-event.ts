import { parseJson } from '../exact-json.js';
import type { ServerSentEvent } from '../server-sent-events.js';

/** An activity as the feed sends it: as the client sent it, with `$id` and `$received_ts`. */
export interface FeedActivity {
  $id: string;
  $received_ts: number;
  $type?: unknown;
  [key: string]: unknown;
}

/** A request that the API refused. */
export interface Refusal {
  received_ts: number;
  error_code: string;
  error: string;
  error_id: string;
  /** The start of its body. */
  head: string;
}

export type FeedEvent =
  | { kind: 'activity'; activity: FeedActivity; size: number }
  | { kind: 'refused'; refusal: Refusal; size: number }
  | { kind: 'skipped'; count: number };

/** Undefined for an event that this console does not know: a newer server may send others. */
export function readFeedEvent({ event, data }: ServerSentEvent): FeedEvent | undefined {
  const value = parseObject(data);
  if (!value) return undefined;
  if (event === 'activity' && isActivity(value)) return { kind: 'activity', activity: value, size: data.length };
  if (event === 'refused') return { kind: 'refused', refusal: readRefusal(value), size: data.length };
  const { count } = value;
  return event === 'skipped' && typeof count === 'number' && count > 0 ? { kind: 'skipped', count } : undefined;
}

function parseObject(data: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = parseJson(data);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const isActivity = (value: Record<string, unknown>): value is FeedActivity =>
  typeof value['$id'] === 'string' && typeof value['$received_ts'] === 'number';

const readRefusal = (value: Record<string, unknown>): Refusal => ({
  received_ts: typeof value['received_ts'] === 'number' ? value['received_ts'] : Date.now(),
  error_code: textOf(value['error_code']),
  error: textOf(value['error']),
  error_id: textOf(value['error_id']),
  head: textOf(value['head']),
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
