import { describe, expect, it } from '@jest/globals';
import { resolveDateRange, type DateRange } from '@tributary/contracts/rules/date-range';
import { ReportZone } from '@tributary/contracts/rules/report-zone';
import { dayMs } from '@tributary/contracts/rules/time-units';
import fc from 'fast-check';
import { rangeBefore } from './range-before.js';

/** Five days after the clocks of Paris went back. */
const now = Date.UTC(2026, 9, 30, 14);
const range = (start_date: string, end_date: string): DateRange => ({ start_date, end_date });

function resolve(of: DateRange | undefined, timeZone = 'UTC', at = now): string[] {
  const resolved = of && resolveDateRange(of, at, new ReportZone(timeZone));
  if (resolved?.kind !== 'period') throw new Error('no period');
  return [resolved.period.from, resolved.period.to].map((ts) => new Date(ts).toISOString().slice(0, 19));
}

describe('rangeBefore', () => {
  it.each([
    ['today', 'now/d', 'now', ['2026-10-29T00:00:00', '2026-10-29T14:00:00']],
    ['yesterday', 'now-1d/d', 'now/d-1s', ['2026-10-28T00:00:00', '2026-10-28T23:59:59']],
    ['the last 7 days', 'now-7d/d', 'now', ['2026-10-15T00:00:00', '2026-10-22T14:00:00']],
    ['this month', 'now/M', 'now', ['2026-09-01T00:00:00', '2026-09-30T14:00:00']],
    ['last month, of fewer days', 'now-1M/M', 'now/M-1s', ['2026-08-01T00:00:00', '2026-08-31T23:59:59']],
    ['some days as written', '2026-10-10', '2026-10-12', ['2026-10-07T00:00:00', '2026-10-09T23:59:59']],
  ])('of %s', (_case, start, end, expected) =>
    expect(resolve(rangeBefore(range(start, end), { now, timeZone: 'UTC' }))).toEqual(expected),
  );

  it('has whole days of the time zone where the clocks change', () =>
    expect(
      resolve(rangeBefore(range('2026-10-25', '2026-10-25'), { now, timeZone: 'Europe/Paris' }), 'Europe/Paris'),
    ).toEqual(['2026-10-23T22:00:00', '2026-10-24T21:59:59']));

  it('is none of a refused range, nor of one before which reports do not reach', () => {
    expect(rangeBefore(range('yesterday', 'now'), { now, timeZone: 'UTC' })).toBeUndefined();
    expect(rangeBefore(range('now-90d/d', 'now'), { now, timeZone: 'UTC' })).toBeUndefined();
  });

  it('ends before the range starts, as long as it is', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 50 }),
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom('UTC', 'Asia/Kolkata', 'America/New_York'),
        (start, length, timeZone) => {
          const zone = new ReportZone(timeZone);
          const day = (count: number) => new Date(now - count * dayMs).toISOString().slice(0, 10);
          const of = range(day(start), day(Math.max(1, start - length)));
          const [from, to] = resolve(of, timeZone).map((text) => zone.toLocal(Date.parse(`${text}Z`)));
          const before = resolve(rangeBefore(of, { now, timeZone }), timeZone);
          const [first, last] = before.map((text) => zone.toLocal(Date.parse(`${text}Z`)));
          expect((last ?? 0) + 1_000).toBe(from);
          expect((last ?? 0) - (first ?? 0)).toBe((to ?? 0) - (from ?? 0));
        },
      ),
    ));
});
