import { useRef } from 'react';

/** The row with an id. It stays while it is open, even if newer rows push it out of the list. */
export function useOpenedRow<Row extends { id: string }>(
  id: string | undefined,
  rows: readonly Row[],
): Row | undefined {
  const kept = useRef<Row>(undefined);
  const row = id === undefined ? undefined : rows.find((one) => one.id === id);
  if (row) kept.current = row;
  return kept.current?.id === id ? kept.current : undefined;
}
