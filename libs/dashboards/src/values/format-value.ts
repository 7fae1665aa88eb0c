import type { Cell } from '../results/result.js';

/** The text in place of a missing number. */
export const noValue = '–';

// The thousands separator is a comma and the decimal point a point, as the reports write numbers.
const format = (minimumFractionDigits: number, maximumFractionDigits: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits, maximumFractionDigits });
const whole = format(0, 0);
const twoDigits = format(2, 2);
const upToTwoDigits = format(0, 2);

/** Metric: `count` 1,234 · `float` 1,234.50 · `percentage` multiplies by 100: 0.37 is `37.00 %`. */
export function formatMetric(value: number | null, kind: 'count' | 'float' | 'percentage'): string {
  if (value === null) return noValue;
  if (kind === 'percentage') return `${twoDigits.format(value * 100)} %`;
  return (kind === 'float' ? twoDigits : whole).format(value);
}

/** The value of a point of Bars, Radar, Area and Line. `percentage` does not multiply: `to-percentages` already did. */
export function formatCell({ value }: Cell, kind: 'count' | 'percentage' | 'index'): string {
  if (value === null) return noValue;
  return kind === 'percentage' ? `${upToTwoDigits.format(value)}%` : upToTwoDigits.format(value);
}

/** As `formatCell`, followed by what the value was computed from: `37.25% (1,234)`, for an index `120.5 (37% - 1,234)`. */
export function formatTooltip(cell: Cell, kind: 'count' | 'percentage' | 'index'): string {
  const value = formatCell(cell, kind);
  if (kind === 'count' || cell.count === undefined) return value;
  const count = whole.format(cell.count);
  if (kind === 'percentage' || cell.percentage === undefined) return `${value} (${count})`;
  return `${value} (${whole.format(cell.percentage)}% - ${count})`;
}

/** A slice of a Pie: `percentage` is its share of all slices, 37.25%; `count` its value. */
export function formatSlice(value: number | null, total: number, kind: 'percentage' | 'count'): string {
  if (value === null) return noValue;
  if (kind === 'count') return upToTwoDigits.format(value);
  return total === 0 ? noValue : `${twoDigits.format((value / total) * 100)}%`;
}
