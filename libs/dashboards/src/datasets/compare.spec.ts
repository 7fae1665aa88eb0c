import { describe, expect, it } from '@jest/globals';
import type { SeriesResult } from '../results/result.js';
import { compare } from './compare.js';

const series = (values: Record<string, number>): SeriesResult => ({
  kind: 'series',
  titles: ['users'],
  points: Object.entries(values).map(([key, value]) => ({ key, cells: [{ value }] })),
});

describe('compare', () => {
  const days = { ...series({ '2026-11-03': 1, '2026-11-04': 2 }), levels: ['date_yyyy_mm_dd'] };
  const daysBefore = series({ '2026-11-01': 7, '2026-11-02': 8 });

  it('sets a number beside the one before', () =>
    expect(compare({ kind: 'number', value: 3 }, { kind: 'number', value: 2 })).toMatchObject({ value: 3, before: 2 }));

  it('sets days beside days by their place, and other keys by name', () => {
    expect(compare(days, daysBefore)).toMatchObject({
      beforeFrom: 1,
      points: [{ cells: [{ value: 1 }, { value: 7 }] }, {}],
    });
    const channels = { ...series({ web: 1 }), levels: ['channel_id'] };
    expect(compare(channels, series({ app: 2, web: 3 }))).toMatchObject({ points: [{ cells: [{}, { value: 3 }] }] });
  });

  it('leaves days that are not in their order as they are', () => {
    const byMetric = { ...days, points: days.points.toReversed() };
    expect(compare(byMetric, daysBefore)).toBe(byMetric);
  });
});
