import { dayMs, isoDay } from '@tributary/contracts/rules/time-units';
import type { DateRange } from '@tributary/contracts/rules/date-range';
import type { ReportView } from '@tributary/client/generated/types.gen';
import type { SeriesResult } from '../results/result.js';

/** One measurement: the last of a day. */
export interface CollectionCount {
  day: string;
  collection: string;
  count: number;
}

/** Days that one report covers: 9 collections of 10 days are less than its 100 rows. */
const daysOfReport = 10;
const reports = 3;

/** The date ranges of the last 30 days, the oldest first; both ends inclusive. */
export const dayRanges = (now: number): DateRange[] =>
  Array.from({ length: reports }, (_each, index) => {
    const last = now - (reports - 1 - index) * daysOfReport * dayMs;
    return { start_date: isoDay(last - (daysOfReport - 1) * dayMs), end_date: isoDay(last) };
  });

/** The rows of a report by day and collection. */
export const countsOf = ({ rows }: Pick<ReportView, 'rows'>): CollectionCount[] =>
  rows.map(([day, collection, count]) => ({
    day: String(day),
    collection: String(collection),
    count: typeof count === 'number' ? count : 0,
  }));

export interface Growth {
  collection: string;
  /** The last measurement. */
  count: number;
  /** Against the last measurement of the day before; undefined if there was none. */
  growth?: number;
}

/** Each collection as it was measured last, the largest first. */
export function growthOf(counts: readonly CollectionCount[]): Growth[] {
  const today = counts.reduce((last, { day }) => (day > last ? day : last), '');
  const yesterday = today === '' ? '' : isoDay(Date.parse(today) - dayMs);
  const before = new Map(counts.filter(({ day }) => day === yesterday).map((each) => [each.collection, each.count]));
  return counts
    .filter(({ day }) => day === today)
    .map(({ collection, count }) => {
      const earlier = before.get(collection);
      return earlier === undefined ? { collection, count } : { collection, count, growth: count - earlier };
    })
    .sort((one, other) => other.count - one.count || (one.collection < other.collection ? -1 : 1));
}

/** Days with the collections as the next level, to be stacked. */
export function byDay(counts: readonly CollectionCount[]): SeriesResult {
  const days = [...Map.groupBy(counts, ({ day }) => day)].sort(([one], [other]) => (one < other ? -1 : 1));
  const points = days.map(([key, ofDay]) => ({
    key,
    cells: [{ value: ofDay.reduce((total, { count }) => total + count, 0) }],
    points: ofDay.map(({ collection, count }) => ({ key: collection, cells: [{ value: count }] })),
  }));
  return { kind: 'series', titles: ['count'], points };
}

export const byCollection = (growth: readonly Growth[]): SeriesResult => ({
  kind: 'series',
  titles: ['count'],
  points: growth.map(({ collection, count }) => ({ key: collection, cells: [{ value: count }] })),
});
