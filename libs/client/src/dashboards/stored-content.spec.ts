import { describe, expect, it } from '@jest/globals';
import { conditionOf } from './stored-content.js';

describe('conditionOf', () => {
  it('is the strong ETag of the content that is replaced', () =>
    expect(conditionOf({ id: '12' })).toEqual({ 'If-Match': '"12"' }));

  it('is that there is none for the first content', () => expect(conditionOf(null)).toEqual({ 'If-None-Match': '*' }));
});
