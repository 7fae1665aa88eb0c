import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { parseTime } from './parse-time.js';

const now = Date.parse('2026-11-28T14:00:00Z');
beforeEach(() => void jest.useFakeTimers({ now }));
afterEach(() => void jest.useRealTimers());

it.each([
  ['2026-11-28', '2026-11-28T00:00:00Z'],
  ['2026-11-28T13:30Z', '2026-11-28T13:30:00Z'],
  ['30s', '2026-11-28T13:59:30Z'],
  ['90m', '2026-11-28T12:30:00Z'],
  ['2h', '2026-11-28T12:00:00Z'],
  ['7d', '2026-11-21T14:00:00Z'],
])('reads %s as %s', (given, expected) => expect(parseTime(given)).toBe(Date.parse(expected)));

it.each(['', 'yesterday', '2', '-2h', '2w', '1969-01-01', '99999999d'])('refuses "%s"', (given) =>
  expect(() => parseTime(given)).toThrow('It must be a date'),
);
