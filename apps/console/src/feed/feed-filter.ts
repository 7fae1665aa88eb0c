/** What a viewer of the feed asks the server for. */
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

export const defaultSample = 20;
export const sampleRates = [1, 5, defaultSample, 50, 100] as const;

/** The filter in the search parameters of a page. What is no filter is left out. */
export function readFeedFilter(search: Record<string, unknown>): FeedFilter {
  const type = namesOf(search['type']);
  const event_name = namesOf(search['event_name']);
  const identifier = textOf(search['identifier']);
  const sample = Number(search['sample'] ?? defaultSample);
  return {
    ...(type.length > 0 && { type }),
    ...(event_name.length > 0 && { event_name }),
    ...(identifier !== undefined && { identifier }),
    ...(isSample(sample) && sample !== defaultSample && { sample }),
  };
}

/** As many as the API takes. */
const maxNames = 20;

function namesOf(value: unknown): string[] {
  const names = [value].flat().flatMap((name) => textOf(name) ?? []);
  return [...new Set(names)].filter((name) => name !== '!').slice(0, maxNames);
}

// The router reads `?type=7` as a number.
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

const isSample = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= 100;

export function feedQuery({ type = [], event_name = [], identifier, sample }: FeedFilter): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of type) query.append('type', name);
  for (const name of event_name) query.append('event_name', name);
  if (identifier !== undefined) query.set('identifier', identifier);
  if (sample !== undefined) query.set('sample', String(sample));
  return query;
}

export const hasFilter = ({ type, event_name, identifier }: FeedFilter): boolean =>
  type !== undefined || event_name !== undefined || identifier !== undefined;
