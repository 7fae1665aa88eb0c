import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { nullAsAbsent, orDefault } from './null-as-absent.js';

const Fields = z.object({ name: nullAsAbsent(z.string()), is_used: orDefault(z.boolean(), true) });

it.each([
  [{}, { name: undefined, is_used: true }],
  [
    { name: null, is_used: null },
    { name: undefined, is_used: true },
  ],
  [
    { name: '', is_used: false },
    { name: '', is_used: false },
  ],
])('%j is read as %j', (given, expected) => {
  expect(Fields.parse(given)).toEqual(expected);
});

it.each([{ name: 1 }, { is_used: 'false' }])('%j is refused', (given) => {
  expect(Fields.safeParse(given).success).toBe(false);
});
