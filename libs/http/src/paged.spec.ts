import { expect, it } from '@jest/globals';
import { paged } from './paged.js';

it('paged returns the items with their count, the total and the requested range', () => {
  expect(paged({ items: ['c'], total: 3 }, { first_result: 2, max_results: 2 })).toEqual({
    status: 'ok',
    data: ['c'],
    count: 1,
    total: 3,
    first_result: 2,
    max_results: 2,
  });
});
