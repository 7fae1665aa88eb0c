import type { NumberResult, SeriesResult } from '../results/result.js';

/** Numbers as a series; each is named by the `series_title` of its source. */
export const toList = (sources: NumberResult[], title = 'count'): SeriesResult => ({
  kind: 'series',
  titles: [title],
  points: sources.map(({ title: key, value }, index) => ({ key: key ?? `${index + 1}`, cells: [{ value }] })),
});
