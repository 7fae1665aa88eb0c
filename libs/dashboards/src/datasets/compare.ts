import type { Result, SeriesResult } from '../results/result.js';
import { withBefore } from '../results/with-before.js';
import { dateDimensionOf } from '../values/date-dimensions.js';

/** A result of a dataset with that of the period before, where both have a common axis. */
export function compare(result: Result, before: Result): Result {
  if (result.kind === 'number') return before.kind === 'number' ? { ...result, before: before.value } : result;
  const [level] = result.levels ?? [];
  if (before.kind === 'number' || level === undefined) return result;
  const isByDate = dateDimensionOf(level) !== undefined;
  // In another order, the first day of the one is not beside the first of the other.
  return isByDate && !(isInOrder(result) && isInOrder(before)) ? result : withBefore(result, before, isByDate);
}

const isInOrder = ({ points }: SeriesResult): boolean =>
  points.every(({ key }, at) => at === 0 || (points[at - 1]?.key ?? '') < (key ?? ''));
