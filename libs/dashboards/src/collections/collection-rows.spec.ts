import { describe, expect, it } from '@jest/globals';
import { byDay, countsOf, dayRanges, growthOf } from './collection-rows.js';

const rows = [
  ['2026-11-21', 'UserPoint', 1],
  ['2026-11-22', 'UserPoint', 4],
  ['2026-11-23', 'UserEmail', 9],
  ['2026-11-23', 'UserPoint', 3],
];
const counts = countsOf({ rows });

describe('the counts of collections', () => {
  it('cover 30 days without a gap or a repetition', () =>
    expect(dayRanges(Date.UTC(2026, 10, 23, 23, 59))).toEqual([
      { start_date: '2026-10-25', end_date: '2026-11-03' },
      { start_date: '2026-11-04', end_date: '2026-11-13' },
      { start_date: '2026-11-14', end_date: '2026-11-23' },
    ]));

  it('grow since the day before, if they were measured then', () =>
    expect(growthOf(counts)).toEqual([
      { collection: 'UserEmail', count: 9 },
      { collection: 'UserPoint', count: 3, growth: -1 },
    ]));

  it('do not grow since an earlier day', () =>
    expect(growthOf(counts.filter(({ day }) => day !== '2026-11-22'))[1]).toEqual({
      collection: 'UserPoint',
      count: 3,
    }));

  it('are none without a measurement', () => expect(growthOf([])).toEqual([]));

  it('are stacked by day', () =>
    expect(byDay(counts).points.map(({ key, cells, points }) => [key, cells[0]?.value, points?.length])).toEqual([
      ['2026-11-21', 1, 1],
      ['2026-11-22', 4, 1],
      ['2026-11-23', 12, 2],
    ]));
});
