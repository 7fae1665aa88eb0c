import { describe, expect, it } from '@jest/globals';
import { assertReplaceable, type Conditions } from './content-conditions.js';

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
