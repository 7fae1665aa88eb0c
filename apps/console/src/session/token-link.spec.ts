import { describe, expect, it } from '@jest/globals';
import { isRefusedLink, tokenOfFragment } from './token-link.js';

describe('tokenOfFragment', () => {
  it.each([
    ['#token=tr_abc', 'tr_abc'],
    ['#token=a%2Bb', 'a+b'],
    ['#token=%20tr_abc%20', 'tr_abc'],
    ['#token=', undefined],
    ['#token=é€', undefined],
    ['#token=%00', undefined],
    ['#token=a%0d%0ab', undefined],
    ['#other=1', undefined],
    ['', undefined],
  ])('reads %s', (hash, token) => expect(tokenOfFragment(hash)).toBe(token));
});

describe('a link', () => {
  it.each([
    ['signs in', undefined, false],
    ['of the same session changes nothing', 'tr_abc', false],
    ['does not replace a session of another token', 'tr_other', true],
  ])('%s', (_case, current, isRefused) => expect(isRefusedLink('tr_abc', current)).toBe(isRefused));
});
