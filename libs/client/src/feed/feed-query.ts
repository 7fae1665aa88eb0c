/** The filters of a viewer of the feed, as the server takes them. */
export interface FeedFilter {
  /** One of these types. `!x`: not of type x. */
  type?: string[];
  /** With one of these events. `!x`: without an event x. */
  event_name?: string[];
  /** A selector: `user_agent_id=…`. The activities of one identifier are never sampled. */
  identifier?: string;
  /** Activities per second at most. */
  sample?: number;
}

export function feedQuery({ type = [], event_name = [], identifier, sample }: FeedFilter): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of type) query.append('type', name);
  for (const name of event_name) query.append('event_name', name);
  if (identifier !== undefined) query.set('identifier', identifier);
  if (sample !== undefined) query.set('sample', String(sample));
  return query;
}
