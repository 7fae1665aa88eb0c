import { describe, expect, it } from '@jest/globals';
import { tokenOfFragment } from './token-link.js';

describe('tokenOfFragment', () => {
  it.each([
    ['#token=tr_abc', 'tr_abc'],
    ['#token=a%2Bb', 'a+b'],
    ['#token=%20tr_abc%20', 'tr_abc'],
    ['#token=', undefined],
    ['#other=1', undefined],
    ['', undefined],
  ])('reads %s', (hash, token) => expect(tokenOfFragment(hash)).toBe(token));
});
