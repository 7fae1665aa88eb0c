import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatDate, readDateKey } from './date-format.js';
import { formatCell, formatMetric, formatShortMetric, formatSlice, formatTick, formatTooltip } from './format-value.js';

describe('formatMetric', () => {
  it.each([
    [1_234.5, 'count', '1,235'],
    [1_234.5, 'float', '1,234.50'],
    [0.37, 'percentage', '37.00 %'],
    [12.3456, 'percentage', '1,234.56 %'],
    [-5, 'count', '-5'],
    [0, 'count', '0'],
    [-0, 'float', '0.00'],
    [-0.001, 'float', '0.00'],
    [0.37, 'count', '0.37'],
    [-0.37, 'count', '-0.37'],
    [0.0004, 'count', '0.0004'],
    [0, 'percentage', '0.00 %'],
    [-0.00001, 'percentage', '0.00 %'],
    [-0.12, 'percentage', '-12.00 %'],
    [null, 'percentage', '–'],
  ] as const)('%p as %s is %s', (value, kind, text) => expect(formatMetric({ value }, kind)).toBe(text));

  it('leaves what is in percent already as it is', () =>
    expect(formatMetric({ value: 7.66, unit: 'percent' }, 'percentage')).toBe('7.66 %'));

  it.each([
    [1_400_000_000_000, 'count', '1.4T'],
    [-2_500_000, 'float', '-2.5M'],
    [999_999, 'count', '999,999'],
    [123_456, 'percentage', '12,345,600.00 %'],
    [null, 'count', '–'],
  ] as const)('%p as %s is in short %s', (value, kind, text) => expect(formatShortMetric({ value }, kind)).toBe(text));
});

describe('formatTick', () => {
  it.each([
    [0, 'count', '0'],
    [1_500, 'count', '1,500'],
    [25_000_000, 'count', '25M'],
    [0.0004, 'count', '0.0004'],
    [12.5, 'percentage', '12.5%'],
  ] as const)('%p as %s is %s', (value, kind, text) => expect(formatTick(value, kind)).toBe(text));
});

describe('formatCell and formatTooltip', () => {
  it.each([
    [{ value: 1_234.567 }, 'count', '1,234.57', '1,234.57'],
    [{ value: 37.25, count: 1_234 }, 'percentage', '37.25%', '37.25% (1,234)'],
    [{ value: 37.25 }, 'percentage', '37.25%', '37.25%'],
    [{ value: 120.5, count: 1_234, percentage: 36.6 }, 'index', '120.5', '120.5 (37% - 1,234)'],
    [{ value: null }, 'percentage', '–', '–'],
  ] as const)('%j as %s', (cell, kind, text, tooltip) => {
    expect([formatCell(cell, kind), formatTooltip(cell, kind)]).toEqual([text, tooltip]);
  });
});

describe('formatSlice', () => {
  it.each([
    [1, 4, 'percentage', '25.00%'],
    [1, 0, 'percentage', '–'],
    [1_234, 4, 'count', '1,234'],
    [null, 4, 'count', '–'],
  ] as const)('%p of %p as %s is %s', (value, total, kind, text) => expect(formatSlice(value, total, kind)).toBe(text));
});

describe('readDateKey', () => {
  it.each([
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T14', '2026-01-31T14:00:00.000Z'],
    ['2026-01-31T14:05', '2026-01-31T14:05:00.000Z'],
    ['2026-01-31 14:05:09', '2026-01-31T14:05:09.000Z'],
    ['20260131', '2026-01-31T00:00:00.000Z'],
    ['2026013114', '2026-01-31T14:00:00.000Z'],
    ['1638937721358', '2021-12-08T04:28:41.358Z'],
    ['2026-01-31T14:05:09+02:00', '2026-01-31T12:05:09.000Z'],
  ])('reads %s', (key, instant) => expect(new Date(readDateKey(key) ?? 0).toISOString()).toBe(instant));

  it.each(['', 'now', '2026', '2026-02-30', '20261301', '1638937721', '999999999999999', '2026-01-31 ', 'Mon'])(
    'reads no date in %p',
    (key) => expect(readDateKey(key)).toBeUndefined(),
  );
});

describe('formatDate', () => {
  const ts = Date.parse('2026-01-03T14:05:09.007Z');
  it.each([
    ['YYYY-MM-DD HH:mm:ss', '2026-01-03 14:05:09'],
    ['DD/MM/YY', '03/01/26'],
    ['D MMMM YYYY', '3 January 2026'],
    ['ddd D MMM', 'Sat 3 Jan'],
    ['dddd', 'Saturday'],
    ['h:mm A', '2:05 PM'],
    ['hh a', '02 pm'],
    ['YYYY [Q]Q', '2026 Q1'],
    ['GGGG-[W]WW', '2026-W01'],
    ['H m s SSS', '14 5 9 007'],
    ['', ''],
  ])('writes %s', (format, text) => expect(formatDate(ts, format)).toBe(text));

  it.each([
    ['2027-01-03', '2026-W53'],
    ['2024-12-30', '2025-W01'],
    ['2021-01-04', '2021-W01'],
  ])('writes the ISO week of %s', (day, week) => expect(formatDate(Date.parse(day), 'GGGG-[W]WW')).toBe(week));

  it('writes what readDateKey reads', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) => {
        expect(readDateKey(formatDate(seconds * 1_000, 'YYYY-MM-DD HH:mm:ss'))).toBe(seconds * 1_000);
      }),
    );
  });
});
