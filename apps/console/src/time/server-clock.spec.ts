import { describe, expect, it } from '@jest/globals';
import { clockOffset } from './server-clock.js';

const at = Date.parse('2026-11-23T14:02:07Z');
const date = 'Mon, 23 Nov 2026 14:02:07 GMT';

describe('clockOffset', () => {
  it.each([
    ['clocks that agree', 0, date, at + 900, 0],
    ['a viewer who is a day ahead', 0, date, at + 86_400_000, -86_400_000],
    ['a viewer who is an hour behind', 0, date, at - 3_600_000, 3_600_000],
    ['an answer that agrees with the last one', -86_400_000, date, at + 86_401_000, -86_400_000],
    ['a viewer whose clock was corrected', -86_400_000, date, at, 0],
    ['an answer without a date', 7_000, null, at, 7_000],
    ['a date that cannot be read', 7_000, 'yesterday', at, 7_000],
  ])('of %s', (_case, known, header, now, offset) => expect(clockOffset(known, header, now)).toBe(offset));
});
