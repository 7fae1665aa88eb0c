import { describe, expect, it } from '@jest/globals';
import { isChanged } from '@tributary/testing/changed-numbers';
import { readJson, readObject } from './read-json.js';

describe('readObject', () => {
  it.each([
    ['', {}],
    [' {"a":null} ', { a: null }],
  ])('reads "%s"', (text, value) => expect(readObject(text)).toEqual({ value }));

  it.each(['[1]', 'null', '1.10', '"a"', '{"a":1', '{a:1}'])('says what is wrong with %s', (text) =>
    expect(readObject(text)).toEqual({ problem: expect.stringMatching(/JSON/) }),
  );
});

describe('readJson', () => {
  it.each([
    ['', {}],
    ['null', { value: null }],
    ['[1]', { value: [1] }],
  ])('reads "%s"', (text, expected) => expect(readJson(text)).toEqual(expected));

  it.each(['9007199254740993', '{"a":[1e400,-0,1.10,1E5]}'])('keeps the numbers of %s', (text) => {
    expect(JSON.stringify(readJson(text).value)).toBe(text);
    expect(isChanged(text)).toBe(true);
  });
});
