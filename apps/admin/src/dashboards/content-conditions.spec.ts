import { describe, expect, it } from '@jest/globals';
import { assertReplaceable, type Conditions } from './content-conditions.js';

describe('assertReplaceable', () => {
  it.each<[string, Conditions, string | undefined]>([
    ['no condition', {}, '17'],
    ['no condition and no content', {}, undefined],
    ['the current content', { 'if-match': '"17"' }, '17'],
    ['one of several contents', { 'if-match': '"16","17"' }, '17'],
    ['any content', { 'if-match': '*' }, '17'],
    ['If-None-Match: * without a content', { 'if-none-match': '*' }, undefined],
    ['If-None-Match with another content', { 'if-none-match': '"16"' }, '17'],
  ])('accepts %s', (_case, conditions, current) => {
    expect(() => assertReplaceable(conditions, current)).not.toThrow();
  });

  it.each<[string, Conditions, string | undefined]>([
    ['an earlier content', { 'if-match': '"16"' }, '17'],
    ['a weak tag, as If-Match compares strongly', { 'if-match': 'W/"17"' }, '17'],
    ['an empty If-Match', { 'if-match': '' }, '17'],
    ['If-Match: * without a content', { 'if-match': '*' }, undefined],
    ['a content id without a content', { 'if-match': '"17"' }, undefined],
    ['If-None-Match: * with a content', { 'if-none-match': '*' }, '17'],
    ['two conditions if one of them fails', { 'if-match': '"17"', 'if-none-match': '"17"' }, '17'],
  ])('refuses %s and names the current content', (_case, conditions, current) => {
    expect(() => assertReplaceable(conditions, current)).toThrow(
      expect.objectContaining({
        status: 412,
        message: expect.stringContaining(current === undefined ? 'no content' : `"${current}"`),
      }),
    );
  });
});
