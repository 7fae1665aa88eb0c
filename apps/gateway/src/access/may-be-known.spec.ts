import { crc32 } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { mayBeId, mayBeKeyId, mayBeToken } from './may-be-known.js';

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

it.each([
  ['my-key-1', true],
  ['a.b_c:d-9', true],
  ['x'.repeat(128), true],
  ['x'.repeat(129), false],
  ['', false],
  ['a b', false],
])('mayBeKeyId of %s', (text, expected) => expect(mayBeKeyId(text)).toBe(expected));

it.each([
  ['1', true],
  ['9'.repeat(18), true],
  ['9'.repeat(19), false],
  ['0', false],
  ['-1', false],
])('mayBeId of %s', (text, expected) => expect(mayBeId(text)).toBe(expected));
