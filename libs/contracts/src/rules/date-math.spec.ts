import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { add, maxTs, parseDate, roundDown, type Unit } from './date-math.js';
import { ReportZone } from './report-zone.js';

const now = Date.parse('2026-11-21T11:26:49.123Z');
const utc = new ReportZone('UTC');
const iso = (ts: number) => new Date(ts).toISOString();
const lengths = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 };

describe('parseDate', () => {
  it.each([
    ['2026-01-31', '2026-01-31T00:00:00.000Z', 'd'],
    ['2026-01-31T14', '2026-01-31T14:00:00.000Z', 'h'],
    ['2026-01-31T14:05', '2026-01-31T14:05:00.000Z', 'm'],
    ['2026-01-31T14:05:09', '2026-01-31T14:05:09.000Z', 's'],
    ['2026-01-31T14:05:09.5', '2026-01-31T14:05:09.500Z', undefined],
    ['2026-01-31T14:05:09.57', '2026-01-31T14:05:09.570Z', undefined],
    ['2026-01-31T14:05:09,123987', '2026-01-31T14:05:09.123Z', undefined],
    ['2026-01-31T14:05:09Z', '2026-01-31T14:05:09.000Z', 's'],
    ['2026-01-31T14:05:09+02:00', '2026-01-31T12:05:09.000Z', 's'],
    ['2026-01-31T23:30-0130', '2026-02-01T01:00:00.000Z', 'm'],
    ['2026-01-31T23+05', '2026-01-31T18:00:00.000Z', 'h'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z', 'd'],
    ['1970-01-01', '1970-01-01T00:00:00.000Z', 'd'],
    ['9999-12-31T23:59:59.999', '9999-12-31T23:59:59.999Z', undefined],
  ] as const)('parses %s', (expression, instant, unit) => {
    const { ts, last } = parseDate(expression, now, utc)!;
    expect([iso(ts), last - ts]).toEqual([instant, unit === undefined ? 0 : lengths[unit] - 1]);
  });

  it.each([
    ['now', '2026-11-21T11:26:49.123Z'],
    ['now-1d', '2026-11-20T11:26:49.123Z'],
    ['now/d', '2026-11-21T00:00:00.000Z'],
    ['now-4M/d', '2026-07-21T00:00:00.000Z'],
    ['now/d-1h', '2026-11-20T23:00:00.000Z'],
    ['now/w', '2026-11-16T00:00:00.000Z'],
    ['now/M', '2026-11-01T00:00:00.000Z'],
    ['now/y', '2026-01-01T00:00:00.000Z'],
    ['now/h', '2026-11-21T11:00:00.000Z'],
    ['now/H', '2026-11-21T11:00:00.000Z'],
    ['now/m', '2026-11-21T11:26:00.000Z'],
    ['now/s', '2026-11-21T11:26:49.000Z'],
    ['now+2H', '2026-11-21T13:26:49.123Z'],
    ['2026-01-31||', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31||+1M', '2026-02-28T00:00:00.000Z'],
    ['2026-01-31||+1M+1M', '2026-03-28T00:00:00.000Z'],
    ['2024-02-29||+1y', '2025-02-28T00:00:00.000Z'],
    ['2026-03-31T10:00:00+02:00||-1M/d', '2026-02-28T00:00:00.000Z'],
    ['2026-11-22||/w', '2026-11-16T00:00:00.000Z'],
    ['2026-11-23||/w', '2026-11-23T00:00:00.000Z'],
    ['now+999999s', '2026-12-03T01:13:28.123Z'],
  ])('computes the instant of %s', (expression, instant) =>
    expect(iso(parseDate(expression, now, utc)!.ts)).toBe(instant),
  );

  it.each([
    ['now', '2026-11-21T11:26:49.123Z'],
    ['now-1d', '2026-11-20T11:26:49.999Z'],
    ['now/M-1s', '2026-10-31T23:59:59.999Z'],
    ['now-1d/d', '2026-11-20T00:00:00.000Z'],
    ['2026-01-31||', '2026-01-31T00:00:00.000Z'],
  ])('ends a range that is written to %s with %s', (expression, last) =>
    expect(iso(parseDate(expression, now, utc)!.last)).toBe(last),
  );

  it.each([
    '',
    'today',
    '2026',
    '2026-01',
    '20260131',
    '2026-1-31',
    '31/01/2026',
    '2026-01-31 10:00:00',
    '2026-01-31T',
    '2026-02-30',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0099-01-01',
    '1969-12-31',
    '10000-01-01',
    '2026-01-31T24:00',
    '2026-01-31T10:60',
    '2026-01-31T10:00:60',
    '2026-01-31T10:00:00.',
    '2026-01-31Z',
    '2026-01-31T10:00+24:00',
    '1970-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    'now ',
    ' now',
    'now +1d',
    'now+d',
    'now+1',
    'now+1D',
    'now+1Y',
    'now/',
    'now/2d',
    'now1d',
    'now+1234567s',
    'now*2d',
    'now+1.5d',
    'now||',
    'now||/d',
    '2026-01-31+1d',
    '||+1d',
    '2026-02-30||',
    '2026-01-31||+1d||',
    '2026-01-31||now',
    'Now',
    'now-999999d',
    'now+9999y',
    'now+999999y',
  ])('refuses "%s"', (expression) => expect(parseDate(expression, now, utc)).toBeUndefined());

  it('never throws, and returns no date outside 1970..9999', () => {
    const part = fc.constantFrom(
      'now',
      '2026-01-31',
      '9999-12-31',
      'T10:00',
      '||',
      '+',
      '-',
      '/',
      '1',
      '999999',
      'd',
      'M',
      'y',
      'w',
      'H',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const parsed = parseDate(parts.join(''), now, utc);
        return parsed === undefined || (Number.isInteger(parsed.ts) && parsed.ts >= 0 && parsed.ts <= maxTs);
      }),
      { numRuns: 2_000 },
    );
  });
});

const anyTs = fc.integer({ min: 0, max: maxTs });
const anyUnit = fc.constantFrom<Unit>('y', 'M', 'w', 'd', 'h', 'm', 's');

describe('roundDown', () => {
  it('returns the start of the unit that contains the timestamp', () => {
    fc.assert(
      fc.property(anyTs, anyUnit, (ts, unit) => {
        const start = roundDown(ts, unit, utc);
        expect(start).toBeLessThanOrEqual(ts);
        expect(add(start, 1, unit, utc)).toBeGreaterThan(ts);
        expect(roundDown(start, unit, utc)).toBe(start);
      }),
    );
  });

  it('starts weeks on Monday 00:00', () => {
    fc.assert(
      fc.property(anyTs, (ts) => {
        const monday = new Date(roundDown(ts, 'w', utc));
        expect(monday.getUTCDay()).toBe(1);
        expect(monday.toISOString()).toMatch(/T00:00:00\.000Z$/);
      }),
    );
  });
});

describe('add', () => {
  it('is reversed by the opposite count, except for days that a shorter month lacks', () => {
    fc.assert(
      fc.property(anyTs, fc.integer({ min: 0, max: 999 }), anyUnit, (ts, count, unit) => {
        const back = add(add(ts, count, unit, utc), -count, unit, utc);
        const lost = ts - back;
        if (unit === 'y' || unit === 'M') expect([0, 1, 2, 3]).toContain(lost / 86_400_000);
        else expect(lost).toBe(0);
      }),
    );
  });

  it('adds calendar months and keeps the time of day', () => {
    fc.assert(
      fc.property(anyTs, fc.integer({ min: -999, max: 999 }), (ts, count) => {
        const [from, to] = [new Date(ts), new Date(add(ts, count, 'M', utc))];
        const months = (date: Date) => 12 * date.getUTCFullYear() + date.getUTCMonth();
        expect(months(to)).toBe(months(from) + count);
        expect(to.toISOString().slice(-13)).toBe(from.toISOString().slice(-13));
      }),
    );
  });
});
