import { describe, expect, it } from '@jest/globals';
import { moved } from './moved.js';

describe('moved', () => {
  it.each([
    [0, 1, ['b', 'a', 'c']],
    [2, 0, ['c', 'a', 'b']],
    [1, 1, ['a', 'b', 'c']],
    [3, 0, ['a', 'b', 'c']],
  ])('from %i to %i', (from, to, expected) => expect(moved(['a', 'b', 'c'], from, to)).toEqual(expected));
});
