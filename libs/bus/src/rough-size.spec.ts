import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { roughSize } from './rough-size.js';

describe('roughSize', () => {
  it('is within a small factor of the length of the JSON, for any value', () => {
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
  ])('adds up what the value holds', (value, size) => expect(roughSize(value)).toBe(size));
});
