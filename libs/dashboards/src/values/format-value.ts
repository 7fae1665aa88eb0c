import type { Cell, NumberResult } from '../results/result.js';

/** The text in place of a missing number. */
export const noValue = '–';

// The thousands separator is a comma and the decimal point a point, as the reports write numbers.
const format = (minimumFractionDigits: number, maximumFractionDigits: number) =>
  // A number that is rounded to 0 has no sign.
  new Intl.NumberFormat('en-US', { minimumFractionDigits, maximumFractionDigits, signDisplay: 'negative' });
const whole = format(0, 0);
const twoDigits = format(2, 2);
const upToTwoDigits = format(0, 2);
const significant = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });

/** Up to two digits after the point, but what is not 0 is not written as 0. */
export const formatNumber = (value: number): string =>
  (value !== 0 && Math.abs(value) < 0.01 ? significant : upToTwoDigits).format(value);

/** From this number on, a short form is easier to read: 1.4T. */
const compactFrom = 1_000_000;
const formatCompact = (value: number): string =>
  Math.abs(value) < compactFrom ? formatNumber(value) : compact.format(value);

/**
 * Metric: `count` 1,234, and below one 0.37 · `float` 1,234.50 · `percentage` multiplies by 100: 0.37 is `37.00 %`, unless the value is in percent
 * already.
 */
export function formatMetric({ value, unit }: MetricValue, kind: 'count' | 'float' | 'percentage'): string {
  if (value === null) return noValue;
  if (kind === 'percentage') return `${twoDigits.format(unit === 'percent' ? value : value * 100)} %`;
  if (kind === 'count' && Math.abs(value) < 1) return formatNumber(value);
  return (kind === 'float' ? twoDigits : whole).format(value);
}

type MetricValue = Pick<NumberResult, 'value' | 'unit'>;

/** As `formatMetric`, of a large number a short form: 1.4T. */
export const formatShortMetric = (metric: MetricValue, kind: 'count' | 'float' | 'percentage'): string =>
  metric.value !== null && kind !== 'percentage' && Math.abs(metric.value) >= compactFrom
    ? compact.format(metric.value)
    : formatMetric(metric, kind);

/** A number of an axis. */
export const formatTick = (value: number, kind: 'count' | 'percentage' | 'index'): string =>
  kind === 'percentage' ? `${formatNumber(value)}%` : formatCompact(value);

/** The value of a point of Bars, Radar, Area and Line. `percentage` does not multiply: `to-percentages` already did. */
export function formatCell({ value }: Cell, kind: 'count' | 'percentage' | 'index'): string {
  if (value === null) return noValue;
  return kind === 'percentage' ? `${formatNumber(value)}%` : formatNumber(value);
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
  if (kind === 'count') return formatNumber(value);
  return total === 0 ? noValue : `${twoDigits.format((value / total) * 100)}%`;
}

/**
 * The colours of series and slices, cycled. Each has a contrast of 3 : 1 with the white and with the dark page, and any two
 * stay apart for people who see no red or no green.
 */
export const defaultColors = ['#1878b4', '#c0480c', '#1e7e5a', '#9060fc', '#ea1e78', '#129cb4', '#ae9024'] as const;
