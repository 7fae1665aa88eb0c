import { expect, it } from '@jest/globals';
import { mayBeId, mayBeKeyId } from './may-be-known.js';

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
