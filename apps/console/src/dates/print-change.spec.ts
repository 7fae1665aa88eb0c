import { describe, expect, it } from '@jest/globals';
import { printChange } from './print-change.js';

describe('printChange', () => {
  it.each([
    [112, 100, '+12 %'],
    [97, 100, '−3 %'],
    [30_000, 10, '+299,900 %'],
    [0, 10, '−100 %'],
    [1_001, 1_000, 'nearly as before'],
    [7, 7, 'as before'],
    [0, 0, 'as before'],
    [7, 0, 'none before'],
  ])('of %p after %p is %p', (now, before, text) => expect(printChange(now, before)).toBe(text));
});
