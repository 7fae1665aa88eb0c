import { describe, expect, it } from '@jest/globals';
import { formatAge, formatInstant, isInstant } from './format-instant.js';
import { readZone, zoneName } from './zone.js';

describe('formatInstant', () => {
  it.each([
    [0, 'UTC', '1970-01-01 00:00:00'],
    [1_700_000_000_000, 'UTC', '2023-11-14 22:13:20'],
    [1_700_000_000_000, 'Europe/Paris', '2023-11-14 23:13:20'],
    [1_699_999_999_999, 'UTC', '2023-11-14 22:13:19'],
  ])('writes %i in %s', (ms, zone, text) => expect(formatInstant(ms, zone)).toBe(text));
});

describe('formatAge', () => {
  it.each([
    [999, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [7_200_000, '2 h'],
    [200_000_000, '2 d'],
  ])('writes %i ms', (ms, text) => expect(formatAge(ms)).toBe(text));
});

describe('isInstant', () => {
  it.each([
    [0, true],
    [8.64e15, true],
    [8.65e15, false],
    [Number.NaN, false],
  ])('%d: %s', (ms, expected) => expect(isInstant(ms)).toBe(expected));
});

describe('zoneName', () => {
  it('is UTC for a datamart whose zone is unknown', () => expect(zoneName('datamart', 'Mars/Olympus')).toBe('UTC'));
  it('is that of the datamart', () => expect(zoneName('datamart', 'Asia/Tokyo')).toBe('Asia/Tokyo'));
  it.each([
    ['utc', 'utc'],
    ['datamart', 'datamart'],
    ['local', 'local'],
    ['auto', undefined],
    [7, undefined],
  ])('reads %s', (value, zone) => expect(readZone(value)).toBe(zone));
});
