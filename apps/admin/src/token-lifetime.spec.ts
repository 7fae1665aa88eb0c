import { describe, expect, it } from '@jest/globals';
import { expirationAfter, TokenLifetime } from './token-lifetime.js';

describe('TokenLifetime', () => {
  it.each([
    ['12M', '2026-11-21T10:00:00.000Z', '2027-11-21T10:00:00.000Z'],
    ['1M', '2027-01-31T10:00:00.000Z', '2027-02-28T10:00:00.000Z'],
    ['1y', '2028-02-29T10:00:00.000Z', '2029-02-28T10:00:00.000Z'],
    ['24M', '2026-11-21T10:00:00.000Z', '2028-11-21T10:00:00.000Z'],
    ['2w', '2026-11-21T10:00:00.000Z', '2026-12-05T10:00:00.000Z'],
    ['730d', '2025-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['36h', '2026-11-21T10:00:00.000Z', '2026-11-22T22:00:00.000Z'],
    ['90m', '2026-11-21T10:00:00.000Z', '2026-11-21T11:30:00.000Z'],
    ['5s', '2026-11-21T10:00:00.000Z', '2026-11-21T10:00:05.000Z'],
  ])('%s from %s ends at %s', (text, from, end) => {
    expect(new Date(expirationAfter(Date.parse(from), TokenLifetime.parse(text))).toISOString()).toBe(end);
  });

  it.each(['25M', '3y', '731d', '105w', '99999999d', '0d', '-1d', '1.5y', '12', 'M', '12 M', '12months', ''])(
    'refuses "%s"',
    (text) => expect(TokenLifetime.safeParse(text).success).toBe(false),
  );
});
