import { describe, expect, it } from '@jest/globals';
import { mayBeToken, newTokenValue, newWorkerToken } from './token-value.js';

describe('a token', () => {
  it('has a recognisable form, and is unique', () => {
    const [one, other] = [newTokenValue(), newTokenValue()];
    expect(one).toMatch(/^tby_[\w-]{43}[0-9a-f]{8}$/);
    expect(other).not.toBe(one);
    expect([one, other].map(mayBeToken)).toEqual([true, true]);
  });

  it('of a worker has another prefix', () => {
    expect(newWorkerToken()).toMatch(/^tbw_[\w-]{43}[0-9a-f]{8}$/);
    expect(newWorkerToken()).not.toBe(newWorkerToken());
  });

  it.each([
    ['a wrong checksum', `tby_${'A'.repeat(43)}00000000`, false],
    ['a token that is cut off', newTokenValue().slice(0, -1), false],
    ['a token with an extra character', `${newTokenValue()}0`, false],
    ['a bootstrap token of 32 characters', 'x'.repeat(32), true],
    ['a shorter text', 'x'.repeat(31), false],
    ['a text with a space', `${'x'.repeat(32)} y`, false],
  ])('has its form checked: %s', (_case, text, expected) => expect(mayBeToken(text)).toBe(expected));
});
