import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseSearch, stringifySearch } from './search-text.js';

describe('parseSearch', () => {
  it.each([
    ['?user=123456789012345678', { user: '123456789012345678' }],
    ['?user=007', { user: '007' }],
    ['?page=2', { page: '2' }],
    ['?to=1e400', { to: '1e400' }],
    ['?all=true&none=null', { all: true, none: null }],
    ['?type=7&type=a', { type: ['7', 'a'] }],
    ['?filters=[{"not":true}]', { filters: [{ not: true }] }],
    ['', {}],
  ])('reads %j', (search, expected) => expect(parseSearch(search)).toEqual(expected));
});

describe('stringifySearch', () => {
  it.each([
    [{ user: '123456789012345678', page: 2 }, '?user=123456789012345678&page=2'],
    [{ all: true, keywords: 'true' }, '?all=true&keywords=%22true%22'],
    [{}, ''],
  ])('prints %j', (search, expected) => expect(stringifySearch(search)).toBe(expected));

  it('prints what is read back', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.bigInt().map(String),
      fc.double().map(String),
      fc.json(),
      fc.constantFrom('true', 'false', 'null', '007', '-0', '"', ' 5'),
    );
    const value = fc.oneof(text, fc.boolean(), fc.array(text, { maxLength: 4 }));
    const name = fc.stringMatching(/^[a-z][a-z_]{0,9}$/);
    fc.assert(
      fc.property(fc.dictionary(name, value), (search) =>
        expect(parseSearch(stringifySearch(search))).toEqual({ ...search }),
      ),
    );
  });
});
