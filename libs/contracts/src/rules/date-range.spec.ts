import { describe, expect, it } from '@jest/globals';
import { resolveDateRange } from './date-range.js';
import { ReportZone } from './report-zone.js';

const now = Date.parse('2026-11-21T11:26:49.123Z');
const resolve = (start_date: string, end_date: string, zone = 'UTC') => {
  const range = resolveDateRange({ start_date, end_date }, now, new ReportZone(zone));
  if (range.kind === 'problem') return range;
  return [range.period.from, range.period.to].map((ts) => new Date(ts).toISOString());
};

describe('resolveDateRange', () => {
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
    ['now/d', 'now/d+1h', '2026-11-21T00:00:00.000Z', '2026-11-21T01:00:00.999Z'],
    ['2026-11-01', '2026-11-01||', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01', '9999-12-31', '2026-11-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
    ['now-4M/d', 'now', '2026-07-21T00:00:00.000Z', '2026-11-21T11:26:49.123Z'],
  ])('resolves %s to %s', (start, end, from, to) => expect(resolve(start, end)).toEqual([from, to]));

  it.each([
    // A day of 25 hours, and the hour that it has twice.
    ['Europe/Paris', '2026-10-25', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['Europe/Paris', '2026-10-25T02', '2026-10-25T02', '2026-10-25T00:00:00.000Z', '2026-10-25T01:59:59.999Z'],
    ['Europe/Paris', '2026-10-25T00Z', '2026-10-25T00Z', '2026-10-25T00:00:00.000Z', '2026-10-25T00:59:59.999Z'],
    ['Asia/Kolkata', '2026-11-01', '2026-11-01', '2026-10-31T18:30:00.000Z', '2026-11-01T18:29:59.999Z'],
    ['Asia/Kolkata', 'now/d', 'now', '2026-11-20T18:30:00.000Z', '2026-11-21T11:26:49.123Z'],
    ['America/New_York', 'now-1M/d', 'now', '2026-10-21T04:00:00.000Z', '2026-11-21T11:26:49.123Z'],
    ['Pacific/Apia', 'now-4M/d', 'now/h', '2026-07-21T11:00:00.000Z', '2026-11-21T11:00:00.000Z'],
  ])('resolves in %s %s to %s', (zone, start, end, from, to) => expect(resolve(start, end, zone)).toEqual([from, to]));

  it.each([
    ['2026-07-20T23:59:59.999', 'now', 'start_date', 'reports reach back 4 months, to 2026-07-21T00:00:00.000Z'],
    ['2026-11-02', '2026-11-01', 'end_date', 'start_date is after end_date'],
    ['2026-11-02T00:00:01', '2026-11-02||', 'end_date', 'start_date is after end_date'],
    ['now', 'now/d', 'end_date', 'start_date is after end_date'],
    ...['', 'yesterday', '2026-02-30', '2026-1-31', 'now ', 'now+d', 'now-1D', 'now||', '1969-12-31'].map(
      (start): [string, string, string, string] => [
        start,
        'now',
        'start_date',
        `${JSON.stringify(start)} is no ISO 8601 date or date-math expression within 1970..9999`,
      ],
    ),
    ['now', 'now+9999y', 'end_date', '"now+9999y" is no ISO 8601 date or date-math expression within 1970..9999'],
  ])('refuses %p to %p', (start, end, field, message) =>
    expect(resolve(start, end)).toEqual({ kind: 'problem', field, message }),
  );
});
