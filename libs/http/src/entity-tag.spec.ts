import { describe, expect, it } from '@jest/globals';
import { isUnchanged, namesTag } from './entity-tag.js';

describe('namesTag', () => {
  it.each(['*', '"17"', '17', '"16", "17"', 'W/"16","17"'])('finds 17 in %s', (tags) =>
    expect(namesTag(tags, '17', { weak: false })).toBe(true),
  );

  it.each(['', '"16"', '"1"', '"177"', 'W/"17"'])('does not find 17 in %s', (tags) =>
    expect(namesTag(tags, '17', { weak: false })).toBe(false),
  );
});

describe('isUnchanged', () => {
  it.each<[string | undefined, boolean]>([
    [undefined, false],
    ['"17"', true],
    ['W/"17"', true],
    ['17', true],
    ['*', true],
    ['"16", W/"17" ,"18"', true],
    ['"16"', false],
    ['"1"', false],
    ['"117"', false],
    ['', false],
  ])('If-None-Match: %s', (tags, expected) => {
    expect(isUnchanged({ 'if-none-match': tags }, '17')).toBe(expected);
  });
});
