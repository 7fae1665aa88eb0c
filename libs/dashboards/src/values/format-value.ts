import type { Cell } from '../results/result.js';

/** What is written where a number is missing. */
export const noValue = '–';

/** Metric: `count` 1,234 · `float` 1,234.50 · `percentage` multiplies by 100: 0.37 is `37.00 %`. */
export function formatMetric(_value: number | null, _format: 'count' | 'float' | 'percentage'): string {
  throw new Error('follows');
}

/** The value of a point of Bars, Radar, Area and Line: `count` 1,234.5 · `percentage` 37.25% (the value is one already) · `index` 120.5. */
export function formatCell(_cell: Cell, _format: 'count' | 'percentage' | 'index'): string {
  throw new Error('follows');
}

/** A slice of a Pie: `percentage` is its share of all slices, 37.25%; `count` its value. */
export function formatSlice(_value: number | null, _total: number, _format: 'percentage' | 'count'): string {
  throw new Error('follows');
}
