import { describe, expect, it } from '@jest/globals';
import { endsLike } from './session-token.js';

describe('endsLike', () => {
  it.each([
    ['****6789', 'tr_0123456789', true],
    ['****6780', 'tr_0123456789', false],
    ['****6789', undefined, false],
  ])('%s of %s: %s', (shown, token, expected) => expect(endsLike(shown, token)).toBe(expected));
});
