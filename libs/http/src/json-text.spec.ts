import { describe, expect, it } from '@jest/globals';
import { okText, pagedText, withFields } from './json-text.js';

describe('JSON text', () => {
  it('is put into the envelopes unchanged', () => {
    expect(okText('{"n":1.0}')).toBe('{"status":"ok","data":{"n":1.0}}');
    const page = pagedText({ items: ['1.0', 'null'], total: 7 }, { first_result: 2, max_results: 3 });
    expect(page).toBe('{"status":"ok","data":[1.0,null],"count":2,"total":7,"first_result":2,"max_results":3}');
  });

  it.each([
    [{ a: 1 }, '{"n":12345678901234567890}', '{"a":1,"n":12345678901234567890}'],
    [{ a: 1, b: undefined }, ' { } ', '{"a":1}'],
    [{}, '{"n":1.0}', '{"n":1.0}'],
    [{}, '{}', '{}'],
  ])('withFields puts %j in front of %s', (fields, text, expected) => expect(withFields(fields, text)).toBe(expected));
});
