import type { FeedFilter } from '@tributary/client/feed/feed-query';

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

export const hasFilter = ({ type, event_name, identifier }: FeedFilter): boolean =>
  type !== undefined || event_name !== undefined || identifier !== undefined;
