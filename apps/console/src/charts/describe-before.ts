import type { NumberResult } from '@tributary/dashboards/results/result';
import { formatShortMetric } from '@tributary/dashboards/values/format-value';
import { printChange } from '../dates/print-change.js';

/** How a number differs from that of the period before, which may have none: `+12 % (1,234)`. */
export function describeBefore(
  { value, before = null, unit }: NumberResult,
  format: Parameters<typeof formatShortMetric>[1],
): string {
  if (before === null) return 'no value before';
  const printed = formatShortMetric({ value: before, ...(unit && { unit }) }, format);
  return value === null ? `${printed} before` : `${printChange(value, before)} (${printed})`;
}
