import { namesPass } from '@tributary/contracts/rules/names-pass';
import type { FeedActivity } from './feed-event.js';

/** Names, or with `!` those that an activity must not have. */
export interface FeedNames {
  type?: readonly string[];
  event_name?: readonly string[];
}

/** Whether the feed would show an activity. */
export function passesFeedQuery({ type = [], event_name = [] }: FeedNames, { $type, $events }: FeedActivity): boolean {
  const events = Array.isArray($events) ? ($events as { $event_name?: unknown }[]) : [];
  const names = new Set(events.map(({ $event_name }) => $event_name));
  return namesPass(type, (name) => name === $type) && namesPass(event_name, (name) => names.has(name));
}
