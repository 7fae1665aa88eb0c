import { describe, expect, it } from '@jest/globals';
import { mayBeToken, newTokenValue } from './token-value.js';

describe('a token', () => {
  it('is recognised by its form once it is made, and no two are the same', () => {
    const [one, other] = [newTokenValue(), newTokenValue()];
    expect(one).toMatch(/^tby_[\w-]{43}[0-9a-f]{8}$/);
    expect(other).not.toBe(one);
    expect([one, other].map(mayBeToken)).toEqual([true, true]);
  });

  it.each([
    ['one with another checksum', `tby_${'A'.repeat(43)}00000000`, false],
    ['one cut short', newTokenValue().slice(0, -1), false],
    ['one with a character more', `${newTokenValue()}0`, false],
    ['a first token of 32 characters', 'x'.repeat(32), true],
    ['a shorter text', 'x'.repeat(31), false],
    ['a text with a space', `${'x'.repeat(32)} y`, false],
  ])('may be %s: %s', (_case, text, expected) => expect(mayBeToken(text)).toBe(expected));
});
