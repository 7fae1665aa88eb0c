import { describe, expect, it } from '@jest/globals';
import { exampleText } from './example-value.js';
import { sensitiveProperties } from './sensitive-properties.js';

describe('an example', () => {
  it.each([['red'], [12], [true], ['order 123456789012'], ['20 % off'], ['']])('may be %j', (value) => {
    expect(exampleText(value, [{ value: 'web:1:abc' }])).toBe(JSON.stringify(value));
  });

  it.each([
    [null],
    [{}],
    [['red']],
    ['a@b.example'],
    ['?email=a%40b.example'],
    ['4111 1111 1111 1111'],
    [1_234_567_890_123],
    ['x'.repeat(101)],
    ['WEB:1:abc'],
    ['id=web:1:abc'],
    ['id=web%3A1%3aabc'],
    ['7'],
  ])('is not %j', (value) => {
    expect(exampleText(value, [{ value: 'web:1:abc' }, { value: '7' }])).toBeUndefined();
  });
});

describe('a sensitive property', () => {
  const sensitive = { 'x-sensitive': true };
  it.each([
    [undefined, false],
    [{ properties: { a: sensitive } }, true],
    [{ properties: { b: sensitive } }, false],
    [{ properties: { a: { $ref: '#/$defs/s' } }, $defs: { s: sensitive } }, true],
    [{ properties: { a: { $ref: '#s' } }, $defs: { s: { ...sensitive, $anchor: 's' } } }, true],
    [{ properties: { a: { $ref: '#/$defs/t~1u' } }, $defs: { 't/u': { $ref: '#/$defs/s' }, s: sensitive } }, true],
    [{ properties: { a: { allOf: [sensitive] } } }, true],
    [{ anyOf: [{ properties: { a: sensitive } }] }, true],
    [{ additionalProperties: sensitive }, true],
    [{ patternProperties: { '^a': sensitive } }, true],
    [{ properties: { a: { 'x-sensitive': false } } }, false],
  ])('is found in %j: %s', (schema, expected) => {
    expect(sensitiveProperties(schema)('a')).toBe(expected);
  });
});
