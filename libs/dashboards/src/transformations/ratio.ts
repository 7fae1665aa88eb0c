import { finite } from '../points/merge-points.js';
import type { NumberResult } from '../results/result.js';

/** The first number divided by the second. No value when the second is 0 or missing. */
export function ratio({ value }: NumberResult, { value: divisor }: NumberResult): NumberResult {
  return { kind: 'number', value: value === null || divisor === null ? null : finite(value / divisor) };
}
