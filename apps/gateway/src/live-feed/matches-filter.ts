import { namesPass } from '@tributary/contracts/rules/names-pass';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import type { FeedActivity } from './feed-activity.js';
import type { FeedQuery } from '@tributary/contracts/collecting/feed-query';
import type { Refusal } from './refusals.js';

export type Filter = Pick<FeedQuery, 'type' | 'event_name'> & { identifier?: Identifier | undefined };

/** Whether an activity passes. */
export function matchesFilter({ type, event_name, identifier }: Filter, activity: FeedActivity): boolean {
  if (identifier && !activity.has(identifier)) return false;
  if (type.length > 0 && !namesPass(type, (name) => activity.named.type === name)) return false;
  return event_name.length === 0 || namesPass(event_name, (name) => activity.named.events.has(name));
}

/** A refused body may have no type and no events, so those filters do not apply. An identifier must stand in its text. */
export const matchesRefusal = ({ identifier }: Filter, { head }: Refusal): boolean =>
  !identifier || head.includes(identifier.value);
