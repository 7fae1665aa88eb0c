import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { writeTime } from './write-time.js';

const received = 1_700_000_000_000;
const limit = received + 600_000;

describe('the time of a write', () => {
  it.each([
    [1, 1],
    [received, received],
    [limit, limit],
    [limit + 1, received],
    [2_051_222_400_000, received],
    ['5', '5'],
    [String(limit), String(limit)],
    ['9223372036854775807', received],
  ])('%s counts as %s', (ts, expected) => expect(writeTime(ts, received)).toBe(expected));

  it('is never more than ten minutes after the receipt, in every order of writes', () =>
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (ts, receipt) => {
        const counted = writeTime(ts, receipt);
        expect(counted).toBeLessThanOrEqual(receipt + 600_000);
        // Read again, by a second delivery, it is the same.
        expect(writeTime(counted, receipt)).toBe(counted);
      }),
    ));
});
