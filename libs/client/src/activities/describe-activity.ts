import { ExactNumber } from '../exact-json.js';

/** The fields of an activity that a list shows. */
export interface ActivitySummary {
  type: string;
  /** The id of its site, application or TV. */
  channel: string;
  /** Names of its events, each once, in order. */
  events: readonly string[];
}

export function describeActivity(activity: Readonly<Record<string, unknown>>): ActivitySummary {
  const { $type, $site_id, $app_id, $ctv_id, $channel_id, $events } = activity;
  // The first that is there decides, as on the server.
  const channel = [$site_id, $app_id, $ctv_id, $channel_id].map(textOf).find((id) => id !== '') ?? '';
  return { type: textOf($type), channel, events: [...new Set(namesOf($events))] };
}

const namesOf = (events: unknown): string[] =>
  Array.isArray(events) ? (events as unknown[]).map(nameOf).filter((name) => name !== '') : [];

const nameOf = (event: unknown): string =>
  typeof event === 'object' && event !== null && '$event_name' in event ? textOf(event.$event_name) : '';

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || value instanceof ExactNumber ? String(value) : '';

/** The activity as a client has sent it, without what the platform has added. */
export function asSent(activity: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(activity).filter(([name]) => name !== '$id' && name !== '$received_ts'));
}
