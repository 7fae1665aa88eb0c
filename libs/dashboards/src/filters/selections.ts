import type { FilterName } from '../content/dashboard-content.js';

/** The selected values of each filter. A filter without values filters nothing. */
export type Selections = Partial<Record<FilterName, string[]>>;

/** As the query of a URL, without `?`: `filter.channels=1&filter.channels=2`. */
export function printSelections(_selections: Selections): string {
  throw new Error('follows');
}

/** Reads the query of a URL; other parameters are ignored. */
export function parseSelections(_query: string): Selections {
  throw new Error('follows');
}
