import { describe, expect, it } from '@jest/globals';
import { assertReplaceable, isUnchanged, type Conditions } from './content-conditions.js';

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

describe('assertReplaceable', () => {
  it.each<[string, Conditions, string | undefined]>([
    ['no condition', {}, '17'],
    ['no condition and no content', {}, undefined],
    ['the current content', { 'if-match': '"17"' }, '17'],
    ['one of several contents', { 'if-match': '"16","17"' }, '17'],
    ['any content', { 'if-match': '*' }, '17'],
    ['no content wanted, and there is none', { 'if-none-match': '*' }, undefined],
    ['another content unwanted', { 'if-none-match': '"16"' }, '17'],
  ])('lets pass: %s', (_case, conditions, current) => {
    expect(() => assertReplaceable(conditions, current)).not.toThrow();
  });

  it.each<[string, Conditions, string | undefined]>([
    ['an earlier content', { 'if-match': '"16"' }, '17'],
    ['a weak tag: replacing needs the very bytes', { 'if-match': 'W/"17"' }, '17'],
    ['nothing', { 'if-match': '' }, '17'],
    ['any content, and there is none', { 'if-match': '*' }, undefined],
    ['a content, and there is none', { 'if-match': '"17"' }, undefined],
    ['no content wanted, and there is one', { 'if-none-match': '*' }, '17'],
    ['both conditions, one of which does not hold', { 'if-match': '"17"', 'if-none-match': '"17"' }, '17'],
  ])('refuses %s, and tells what is current', (_case, conditions, current) => {
    expect(() => assertReplaceable(conditions, current)).toThrow(
      expect.objectContaining({
        status: 412,
        message: expect.stringContaining(current === undefined ? 'no content' : `"${current}"`),
      }),
    );
  });
});
