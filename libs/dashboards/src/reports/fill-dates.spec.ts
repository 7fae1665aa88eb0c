import { describe, expect, it } from '@jest/globals';
import { aSeries, rowsOf } from '../../test/series.js';
import type { Point, Result, SeriesResult } from '../results/result.js';
import { fillDates } from './fill-dates.js';
import type { ReportRequest } from './report.js';

const period = { from: Date.UTC(2026, 9, 23), to: Date.UTC(2026, 9, 26, 12) };
const whole = { period, timeZone: 'UTC', isTruncated: false };
const by = (name: string, order?: string): ReportRequest => ({
  metrics: [],
  dimensions: [{ name }],
  date_ranges: [],
  ...(order !== undefined && { order_by: { field_name: order } }),
});
const days = (absent: 0 | null = null): SeriesResult => ({
  ...aSeries('sessions', ['2026-10-24', 4]),
  absent: [absent],
});
const filled = (result: Result, request: ReportRequest, how = whole) =>
  rowsOf(fillDates(result, request, how) as SeriesResult);

describe('fillDates', () => {
  it('counts 0 on the days of the period that have no row, before the first and after the last, too', () => {
    expect(filled(days(0), by('date_yyyy_mm_dd'))).toEqual([
      ['2026-10-23', 0],
      ['2026-10-24', 4],
      ['2026-10-25', 0],
      ['2026-10-26', 0],
    ]);
  });

  it('leaves a gap in an average', () => {
    expect(filled(days(), by('date_yyyy_mm_dd')).map(([, value]) => value)).toEqual([null, 4, null, null]);
  });

  it('follows the order of the report', () => {
    const keys = filled(days(0), by('date_yyyy_mm_dd', '-date_yyyy_mm_dd')).map(([key]) => key);
    expect(keys).toEqual(['2026-10-26', '2026-10-25', '2026-10-24', '2026-10-23']);
  });

  it('adds nothing before the first of the newest rows', () => {
    const keys = filled(days(0), by('date_yyyy_mm_dd'), { ...whole, isTruncated: true }).map(([key]) => key);
    expect(keys).toEqual(['2026-10-24', '2026-10-25', '2026-10-26']);
  });

  it.each([
    ['date_yyyymmdd', 'UTC', 4, '20261023'],
    ['date_yyyymmddhh', 'UTC', 85, '2026102300'],
    ['date_yyyy_mm_dd_hh', 'Europe/Berlin', 85, '2026-10-23T02'],
  ])('knows the keys of %s in %s: an hour that occurs twice is one', (name, timeZone, count, first) => {
    const keys = filled(aSeries('sessions', [first, 1]), by(name), { ...whole, timeZone }).map(([key]) => key);
    expect([keys[0], new Set(keys).size, keys.length]).toEqual([
      first,
      keys.length,
      count - (timeZone === 'UTC' ? 0 : 1),
    ]);
  });

  it('separates what is apart among more keys than can be drawn', () => {
    const minutes = aSeries('sessions', ['2026-10-23T00:00', 1], ['2026-10-23T00:01', 2], ['2026-10-25T00:00', 3]);
    const shown = fillDates(minutes, by('date_yyyy_mm_dd_hh_mm'), whole) as SeriesResult;
    expect(shown.points.map(({ key, label }: Point) => label ?? key)).toEqual([
      '2026-10-23T00:00',
      '2026-10-23T00:01',
      '…',
      '2026-10-25T00:00',
    ]);
  });

  it.each([
    ['a report without rows', aSeries('sessions'), by('date_yyyy_mm_dd')],
    ['another dimension', aSeries('sessions', ['2026-10-24', 4]), by('origin_source')],
    ['an order by value', days(0), by('date_yyyy_mm_dd', '-sessions')],
    ['a number', { kind: 'number', value: 3 } as const, by('date_yyyy_mm_dd')],
  ])('leaves %s as it is', (_case, result, request) => {
    expect(fillDates(result, request, whole)).toEqual(result);
  });
});
