import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { roughSize } from './sized-message.js';

describe('roughSize', () => {
  it('is within a factor of 20 of the length of the JSON, for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const bytes = Buffer.byteLength(JSON.stringify(value));
        expect(roughSize(value)).toBeLessThan(20 * bytes);
        expect(20 * roughSize(value)).toBeGreaterThanOrEqual(bytes);
      }),
    );
  });

  it.each([
    ['x'.repeat(1_000), 1_002],
    [{ body: 'x'.repeat(1_000) }, 1_022],
    [['ab', 1], 28],
  ])('adds up the sizes of the parts (%#)', (value, size) => expect(roughSize(value)).toBe(size));
});
