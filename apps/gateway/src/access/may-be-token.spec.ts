import { crc32 } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { mayBeToken } from './may-be-token.js';

const secret = 'A'.repeat(43);

describe('mayBeToken', () => {
  it.each([
    ['one that admin made', `tby_${secret}${crc32(secret).toString(16).padStart(8, '0')}`, true],
    ['one with a wrong checksum', `tby_${secret}00000000`, false],
    ['one cut short', `tby_${secret}`, false],
    ['a first token of 32 characters', 'x'.repeat(32), true],
    ['a shorter text', 'x'.repeat(31), false],
    ['a text with a space', `${'x'.repeat(32)} y`, false],
  ])('of %s', (_case, text, expected) => expect(mayBeToken(text)).toBe(expected));
});
