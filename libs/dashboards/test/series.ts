import fc from 'fast-check';
import type { Point, SeriesResult } from '../src/results/result.js';

type Entry = [key: string | null, value: number | null, points?: Entry[]];

/** A series from `[key, value, points of the next level]`. */
export const aSeries = (title: string, ...entries: Entry[]): SeriesResult => ({
  kind: 'series',
  titles: [title],
  points: entries.map(toPoint),
});

const toPoint = ([key, value, points]: Entry): Point => ({
  key,
  cells: [{ value }],
  ...(points && { points: points.map(toPoint) }),
});

/** `[key, value of each series]` of the points. */
export const rowsOf = ({ points }: SeriesResult) =>
  points.map(({ key, cells }) => [key, ...cells.map((cell) => cell.value)]);

const anEntry = (next?: fc.Arbitrary<Entry[]>): fc.Arbitrary<Entry> =>
  fc
    .tuple(fc.string({ maxLength: 3 }), fc.integer({ min: 0, max: 1_000_000 }), next ?? fc.constant(undefined))
    .map(([key, value, points]): Entry => (points ? [key, value, points] : [key, value]));

const distinctKeys = (entry: fc.Arbitrary<Entry>) => fc.uniqueArray(entry, { selector: ([key]) => key, maxLength: 8 });

/** Series of whole numbers, distinct keys, two levels. */
export const anySeries = (title: string): fc.Arbitrary<SeriesResult> =>
  distinctKeys(anEntry(distinctKeys(anEntry()))).map((entries) => aSeries(title, ...entries));
