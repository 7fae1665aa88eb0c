import { describe, expect, it } from '@jest/globals';
import { nextOrder } from './next-order.js';

describe('nextOrder', () => {
  it.each([
    ['', '-users'],
    ['sessions', '-users'],
    ['-users', 'users'],
    ['users', ''],
  ])('after %j is %j', (order, expected) => expect(nextOrder('users', order)).toBe(expected));
});
