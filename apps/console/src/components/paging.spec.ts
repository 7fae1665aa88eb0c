import { describe, expect, it } from '@jest/globals';
import { lastPage, pageFromEnd, pageQuery, readPageSearch } from './paging.js';

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

describe('lastPage', () => {
  it.each([
    [0, 1],
    [1, 1],
    [50, 1],
    [51, 2],
  ])('of %i rows', (total, page) => expect(lastPage(total)).toBe(page));
});

describe('pageFromEnd', () => {
  it.each([
    [1, 120, { first_result: 70, max_results: 50 }],
    [3, 120, { first_result: 0, max_results: 20 }],
    [4, 120, { first_result: 0, max_results: 0 }],
    [1, 7, { first_result: 0, max_results: 7 }],
    [1, 0, { first_result: 0, max_results: 0 }],
  ])('of page %i of %i rows', (page, total, query) => expect(pageFromEnd(page, total)).toEqual(query));

  it('has each row of a list on exactly one page', () => {
    const pages = [1, 2, 3].map((page) => pageFromEnd(page, 101));
    expect(pages.map(({ first_result, max_results }) => [first_result, first_result + max_results])).toEqual([
      [51, 101],
      [1, 51],
      [0, 1],
    ]);
  });
});
