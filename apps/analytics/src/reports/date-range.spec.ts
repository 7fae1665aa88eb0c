import { describe, expect, it } from '@jest/globals';
import { resolvePeriod } from './date-range.js';

const now = Date.parse('2026-11-21T11:26:49.123Z');
const resolve = (start_date: string, end_date: string) => {
  const { from, to } = resolvePeriod({ start_date, end_date }, now);
  return [new Date(from).toISOString(), new Date(to).toISOString()];
};

describe('resolvePeriod', () => {
  it.each([
    ['2026-11-01', '2026-11-01', '2026-11-01T00:00:00.000Z', '2026-11-01T23:59:59.999Z'],
    ['2026-11-01T10', '2026-11-01T10', '2026-11-01T10:00:00.000Z', '2026-11-01T10:59:59.999Z'],
    ['2026-11-01T10:05', '2026-11-01T10:05', '2026-11-01T10:05:00.000Z', '2026-11-01T10:05:59.999Z'],
    ['2026-11-01T00:00:00', '2026-11-01T23:59:59', '2026-11-01T00:00:00.000Z', '2026-11-01T23:59:59.999Z'],
    ['2026-11-01', '2026-11-01T10:00:00.250', '2026-11-01T00:00:00.000Z', '2026-11-01T10:00:00.250Z'],
    ['2026-11-01T10:00:00+02:00', '2026-11-01T10:00+02:00', '2026-11-01T08:00:00.000Z', '2026-11-01T08:00:59.999Z'],
    ['now-7d', 'now', '2026-11-14T11:26:49.123Z', '2026-11-21T11:26:49.123Z'],
    ['now/d', 'now/d', '2026-11-21T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
    ['now-1M/M', 'now/M', '2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'],
    ['now/w', '2026-11-22||/d', '2026-11-16T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
    ['now/d', 'now/d+1h', '2026-11-21T00:00:00.000Z', '2026-11-21T01:00:00.000Z'],
    ['2026-11-01', '2026-11-01||', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01', '9999-12-31', '2026-11-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
    ['now-4M/d', 'now', '2026-07-21T00:00:00.000Z', '2026-11-21T11:26:49.123Z'],
  ])('resolves %s to %s', (start, end, from, to) => expect(resolve(start, end)).toEqual([from, to]));

  it.each([
    [
      'an older start',
      '2026-07-20T23:59:59.999',
      'now',
      'date_ranges[0].start_date: reports reach back 4 months, to 2026-07-21T00:00:00.000Z',
    ],
    ['a start after the end', '2026-11-02', '2026-11-01', 'date_ranges[0]: start_date is after end_date'],
    [
      'a start after the last included millisecond',
      '2026-11-02T00:00:01',
      '2026-11-02||',
      'date_ranges[0]: start_date is after end_date',
    ],
    ['a start after an end that is rounded down', 'now', 'now/d', 'date_ranges[0]: start_date is after end_date'],
    [
      'a start that is not a date',
      'yesterday',
      'now',
      'date_ranges[0].start_date: "yesterday" is no ISO 8601 date or date-math expression within 1970..9999',
    ],
    [
      'an end that is not a date',
      'now',
      'now+1x',
      'date_ranges[0].end_date: "now+1x" is no ISO 8601 date or date-math expression within 1970..9999',
    ],
  ])('refuses %s', (_case, start, end, message) => {
    expect(() => resolve(start, end)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST_DATA', message }));
  });
});
