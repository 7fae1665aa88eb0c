import { useRef } from 'react';
import type { FeedRow } from '../feed/row-list.js';

/** The row with an id. It stays while it is open, even if newer rows push it out of the list. */
export function useOpenedRow<Value>(
  id: string | undefined,
  rows: readonly FeedRow<Value>[],
): FeedRow<Value> | undefined {
  const kept = useRef<FeedRow<Value>>(undefined);
  const row = id === undefined ? undefined : rows.find((one) => one.id === id);
  if (row) kept.current = row;
  return kept.current?.id === id ? kept.current : undefined;
}
