import { describe, expect, it } from '@jest/globals';
import type { SeriesResult } from './result.js';
import { withBefore } from './with-before.js';

const series = (values: Record<string, number>): SeriesResult => ({
  kind: 'series',
  titles: ['users'],
  points: Object.entries(values).map(([key, value]) => ({ key, cells: [{ value }] })),
  absent: [0],
});
const valuesOf = ({ points }: SeriesResult) =>
  points.map(({ key, cells }) => [key, ...cells.map(({ value }) => value)]);

describe('withBefore', () => {
  it('sets the first day beside the first', () => {
    const result = withBefore(series({ '2026-11-03': 1, '2026-11-04': 2 }), series({ '2026-11-01': 7 }), true);
    expect(valuesOf(result)).toEqual([
      ['2026-11-03', 1, 7],
      ['2026-11-04', 2, 0],
    ]);
    expect(result).toMatchObject({ titles: ['users', 'users, before'], beforeFrom: 1, absent: [0, 0] });
  });

  it('sets other keys beside the same ones', () => {
    expect(valuesOf(withBefore(series({ web: 1, app: 2 }), series({ app: 5, tv: 9 }), false))).toEqual([
      ['web', 1, 0],
      ['app', 2, 5],
    ]);
  });

  it('leaves a result of two levels as it is', () => {
    const nested = { ...series({ web: 1 }), points: [{ key: 'web', cells: [], points: series({ fr: 1 }).points }] };
    expect(withBefore(nested, series({ web: 1 }), false)).toBe(nested);
  });
});
