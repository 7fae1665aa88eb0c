import { describe, expect, it } from '@jest/globals';
import { pickInto, rangeOfPick } from './pick-value.js';
import type { Query } from './query.js';

const query: Query = {
  metrics: ['users'],
  dimensions: ['type'],
  filters: [],
  operator: 'OR',
  start: 'now-7d/d',
  end: 'now',
  order: '',
};
const filter = (value: string) => ({
  dimension_name: 'type',
  operator: 'EXACT' as const,
  not: false,
  expressions: [value],
});

describe('a picked value', () => {
  it.each([
    ['date_yyyy_mm_dd', '2026-01-31', '2026-01-31', '2026-01-31'],
    ['date_yyyymmdd', '20260131', '2026-01-31', '2026-01-31'],
    ['date_yyyy_mm_dd_hh', '2026-01-31T14', '2026-01-31T14:00', '2026-01-31T14:59'],
    ['date_yyyymmddhh', '2026013114', '2026-01-31T14:00', '2026-01-31T14:59'],
    ['date_yyyy_mm_dd_hh_mm', '2026-01-31T14:05', '2026-01-31T14:05', '2026-01-31T14:05'],
  ])('of %s is the range of %s', (dimension, value, start_date, end_date) =>
    expect(rangeOfPick({ dimension, value })).toEqual({ start_date, end_date }),
  );

  it('of a day is the period', () =>
    expect(pickInto(query, { dimension: 'date_yyyy_mm_dd', value: '2026-01-31' })).toEqual({
      ...query,
      start: '2026-01-31',
      end: '2026-01-31',
    }));

  it('of another dimension is a filter that holds, too', () => {
    const picked = pickInto(query, { dimension: 'type', value: 'A' });
    expect(picked).toEqual({ ...query, filters: [filter('A')], operator: 'AND' });
    expect(pickInto(picked, { dimension: 'type', value: 'A' })).toBe(picked);
  });

  it('is left beside filters of which any may hold', () => {
    const any = { ...query, filters: [filter('A'), filter('B')] };
    expect(pickInto(any, { dimension: 'type', value: 'C' })).toBe(any);
  });
});
