import { expect, it, describe } from '@jest/globals';
import { filterOf, readAccountsSearch, readUserSearch } from './read-accounts-search.js';

it('an address without a search lists the tokens of service accounts', () => {
  expect(readAccountsSearch({ people: 'yes', unused: 1, other: true })).toEqual({});
  expect(filterOf({}, 0)).toEqual({ user_type: 'SERVICE' });
});

it('the filters of an address are those of the request, in whole hours', () => {
  expect(readAccountsSearch({ page: 2, people: true, unused: true })).toEqual({ page: 2, people: true, unused: true });
  const hour = 500_000 * 3_600_000;
  expect(filterOf({ people: true, unused: true }, hour + 7)).toEqual({ unused_since: hour - 90 * 86_400_000 });
});

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
