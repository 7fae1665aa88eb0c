import { describe, expect, it } from '@jest/globals';
import { readDashboardSearch, readListSearch } from './read-search.js';

describe('readDashboardSearch', () => {
  it.each([
    [{}, {}],
    [{ filters: 'filter.channels=1' }, { filters: 'filter.channels=1' }],
    [{ refresh: 5 }, { refresh: 5 }],
    [{ refresh: 2 }, {}],
    [{ refresh: '5' }, { refresh: 5 }],
    [{ refresh: '5.0' }, {}],
    [
      { full: true, version: 12 },
      { full: true, version: '12' },
    ],
    [{ full: 'yes', version: '', filters: { a: 1 }, other: 1 }, {}],
  ])('reads %j', (search, expected) => expect(readDashboardSearch(search)).toEqual(expected));
});

describe('readListSearch', () => {
  it.each([
    [{}, {}],
    [
      { page: 2, keywords: 'visits', archived: true },
      { page: 2, keywords: 'visits', archived: true },
    ],
    [{ page: '2' }, { page: 2 }],
    [{ page: 1 }, {}],
    [{ page: -1, archived: 'true', keywords: 7 }, { keywords: '7' }],
  ])('reads %j', (search, expected) => expect(readListSearch(search)).toEqual(expected));
});
