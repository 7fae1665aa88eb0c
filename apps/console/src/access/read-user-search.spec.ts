import { describe, expect, it } from '@jest/globals';
import { readUserSearch } from './read-user-search.js';

describe('readUserSearch', () => {
  it.each([
    [{}, {}],
    [{ user: 7 }, { user: '7' }],
    [{ user: '7' }, { user: '7' }],
    [{ user: 'me' }, {}],
    [{ user: 1.5 }, {}],
    [{ user: ['7'] }, {}],
  ])('%j: %j', (search, expected) => expect(readUserSearch(search)).toEqual(expected));
});
