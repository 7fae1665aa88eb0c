import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dayMs, hourMs } from './time-units.js';
import { add, roundDown } from './date-math.js';
import { ReportZone } from './report-zone.js';

const iso = (ts: number) => new Date(ts).toISOString();
const at = (text: string) => Date.parse(text);
const zones = Intl.supportedValuesOf('timeZone');
const anyZone = fc.constantFrom(...zones);
const anyTs = fc.integer({ min: at('1990-01-01T00:00Z'), max: at('2060-01-01T00:00Z') });

/** The local time that Intl shows, as epoch milliseconds of the same time in UTC. */
function localOf(ts: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return at(`${format.format(ts).replace(' ', 'T')}Z`) + (ts % 1_000);
}

describe('a time zone', () => {
  it('has the local time that Intl shows, and finds its instant again', () => {
    fc.assert(
      fc.property(anyZone, anyTs, (name, ts) => {
        const zone = new ReportZone(name);
        const local = zone.toLocal(ts);
        expect(local).toBe(localOf(ts, name));
        const instant = zone.toInstant(local);
        expect(zone.toLocal(instant)).toBe(local);
        expect(instant).toBeLessThanOrEqual(ts);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has all changes of clocks of a period', () => {
    fc.assert(
      fc.property(anyZone, anyTs, fc.integer({ min: 0, max: 400 }), fc.nat(1_000), (name, from, days, part) => {
        const zone = new ReportZone(name);
        const to = from + days * dayMs;
        const ts = from + Math.floor(((to - from) * part) / 1_000);
        const offsets = zone.offsetsIn({ from, to });
        const found = offsets.find(({ until = Infinity }) => ts < until);
        expect(ts + (found?.offsetMs ?? Number.NaN)).toBe(zone.toLocal(ts));
      }),
      { numRuns: 2_000 },
    );
  });

  it('moves a local time that is skipped forward, and takes the earlier one of two', () => {
    const paris = new ReportZone('Europe/Paris');
    expect(iso(paris.toInstant(at('2026-03-29T02:30Z')))).toBe('2026-03-29T01:30:00.000Z');
    expect(iso(paris.toInstant(at('2026-10-25T02:30Z')))).toBe('2026-10-25T00:30:00.000Z');
    // A whole day was skipped.
    expect(iso(new ReportZone('Pacific/Apia').toInstant(at('2011-12-30T12:00Z')))).toBe('2011-12-30T22:00:00.000Z');
  });

  it('has days of 23, 24 and 25 hours, and of half an hour more', () => {
    const hoursOf = (name: string, day: string) => {
      const zone = new ReportZone(name);
      const start = zone.toInstant(at(`${day}T00:00Z`));
      return (add(start, 1, 'd', zone) - start) / hourMs;
    };
    expect(hoursOf('Europe/Paris', '2026-03-29')).toBe(23);
    expect(hoursOf('Europe/Paris', '2026-03-30')).toBe(24);
    expect(hoursOf('Europe/Paris', '2026-10-25')).toBe(25);
    expect(hoursOf('Australia/Lord_Howe', '2026-10-04')).toBe(23.5);
  });

  it('rounds hours within the offset that is in force, and days to their start', () => {
    const paris = new ReportZone('Europe/Paris');
    const second = at('2026-10-25T01:20Z');
    expect(iso(roundDown(second, 'h', paris))).toBe('2026-10-25T01:00:00.000Z');
    expect(iso(roundDown(second, 'd', paris))).toBe('2026-10-24T22:00:00.000Z');
    expect(iso(roundDown(at('2026-11-21T11:26Z'), 'h', new ReportZone('Asia/Kolkata')))).toBe(
      '2026-11-21T10:30:00.000Z',
    );
  });

  it('keeps the last offset after 2100, at a bounded cost', () => {
    const offsets = new ReportZone('Europe/Paris').offsetsIn({
      from: at('2026-01-01T00:00Z'),
      to: at('9999-12-31T00:00Z'),
    });
    expect(offsets.length).toBeGreaterThan(140);
    expect(offsets.length).toBeLessThan(152);
  });
});
