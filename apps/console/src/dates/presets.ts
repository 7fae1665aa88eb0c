import type { DateRange } from '@tributary/contracts/rules/date-range';

/** The periods that every page of numbers offers, as expressions that move with the time. */
export const presets = [
  { label: 'Today', start: 'now/d', end: 'now' },
  { label: 'Yesterday', start: 'now-1d/d', end: 'now/d-1s' },
  { label: 'Last 24 hours', start: 'now-24h', end: 'now' },
  { label: 'Last 7 days', start: 'now-7d/d', end: 'now' },
  { label: 'Last 30 days', start: 'now-30d/d', end: 'now' },
  { label: 'Last 90 days', start: 'now-90d/d', end: 'now' },
  { label: 'This month', start: 'now/M', end: 'now' },
  { label: 'Last month', start: 'now-1M/M', end: 'now/M-1s' },
  { label: 'Last 4 months', start: 'now-4M/d', end: 'now' },
] as const;

/** The place of a range among the presets; -1 for any other. */
export const presetOf = ({ start_date, end_date }: DateRange): number =>
  presets.findIndex(({ start, end }) => start === start_date && end === end_date);

/** `Last 7 days`, or the dates. */
export function nameOfRange(range: DateRange): string {
  return presets[presetOf(range)]?.label ?? `${range.start_date} to ${range.end_date}`;
}
