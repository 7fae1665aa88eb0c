import type { Reducer } from '../content/dataset.js';
import { finite } from '../points/merge-points.js';
import type { NumberResult, SeriesResult } from '../results/result.js';

const reducers: Record<Reducer, (values: number[]) => number | undefined> = {
  max: (values) => values.reduce<number | undefined>((max, value) => Math.max(max ?? value, value), undefined),
  min: (values) => values.reduce<number | undefined>((min, value) => Math.min(min ?? value, value), undefined),
  sum: (values) => sum(values),
  avg: (values) => (values.length > 0 ? sum(values) / values.length : undefined),
  count: (values) => values.length,
  first: (values) => values[0],
  last: (values) => values.at(-1),
};

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/**
 * One number of the first series; points without a value do not count. Of an empty series `sum` and `count` are 0, the
 * others have no value.
 */
export function reduce({ points }: SeriesResult, reducer: Reducer): NumberResult {
  const values = points.map(({ cells }) => cells[0]?.value ?? null).filter((value) => value !== null);
  return { kind: 'number', value: finite(reducers[reducer](values) ?? Number.NaN) };
}

/** The first number divided by the second. No value when the second is 0 or missing. */
export function ratio({ value }: NumberResult, { value: divisor }: NumberResult): NumberResult {
  return { kind: 'number', value: value === null || divisor === null ? null : finite(value / divisor) };
}
