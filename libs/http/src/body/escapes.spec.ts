import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hasUnstorableEscape } from './escapes.js';

const unit = fc.oneof(
  fc.constantFrom(0, 0x41, 0x5c, 0x22, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000),
  fc.integer({ min: 1, max: 0xffff }),
);
/** A code unit, escaped; or an ordinary character as it is. */
const written = fc.oneof(
  unit.map((code) => ({ code, text: `\\u${code.toString(16).padStart(4, '0')}` })),
  fc.constantFrom(...'aé☕u0').map((text) => ({ code: text.charCodeAt(0), text })),
  fc.constantFrom({ code: 0x5c, text: '\\\\' }, { code: 0x22, text: '\\"' }, { code: 0x0a, text: '\\n' }),
);

describe('hasUnstorableEscape', () => {
  it('finds in a JSON text what its string holds', () => {
    let [storable, unstorable] = [0, 0];
    fc.assert(
      fc.property(fc.array(written, { maxLength: 12 }), (parts) => {
        const json = `"${parts.map(({ text }) => text).join('')}"`;
        const text = JSON.parse(json) as string;
        const expected = text.includes('\0') || !text.isWellFormed();
        if (expected) unstorable++;
        else storable++;
        expect(hasUnstorableEscape(json)).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
    expect(Math.min(storable, unstorable)).toBeGreaterThan(100);
  });
});
