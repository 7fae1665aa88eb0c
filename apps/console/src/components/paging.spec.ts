import { describe, expect, it } from '@jest/globals';
import { pageQuery, readPageSearch } from './paging.js';

describe('readPageSearch', () => {
  it.each([
    [2, { page: 2 }],
    ['3', { page: 3 }],
    [1, {}],
    [0, {}],
    [-2, {}],
    [1.5, {}],
    ['x', {}],
    [undefined, {}],
  ])('reads %p', (page, search) => expect(readPageSearch({ page })).toEqual(search));
});

describe('pageQuery', () => {
  it.each([
    [1, { first_result: 0, max_results: 50 }],
    [3, { first_result: 100, max_results: 50 }],
  ])('of page %i', (page, query) => expect(pageQuery(page)).toEqual(query));
});
