import { describe, expect, it } from '@jest/globals';
import { checkSchema } from './check-schema.js';
import { compileSchema } from './compile-schema.js';

const nested = (depth: number): object => (depth <= 1 ? { type: 'string' } : { properties: { a: nested(depth - 1) } });
/** Definitions of which each names the next one twice. */
const doubling = (levels: number) => ({
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries(
    Array.from({ length: levels }, (_, n) => [
      `d${n}`,
      n === levels - 1 ? {} : { anyOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
    ]),
  ),
});

describe('a schema', () => {
  it.each([
    [{}],
    [true],
    [nested(16)],
    [doubling(10)],
    [{ $schema: 'https://json-schema.org/draft/2020-12/schema', $id: 'https://example.com/a', format: 'email' }],
    [{ properties: { a: { $ref: '#/$defs/b' } }, $defs: { b: { pattern: '^[\\p{L}\\u00e9-]+$' } } }],
    [{ $defs: { b: { $anchor: 'here', type: 'string' } }, items: { $ref: '#here' } }],
    [{ unknown_keyword: { $ref: 3 }, 'x-sensitive': true }],
    [{ toString: 1, constructor: {}, ['__proto__']: [] }],
  ])('may be %j', (schema) => {
    expect(checkSchema(schema)).toBeUndefined();
    compileSchema(schema);
  });

  it.each([
    [3, 'must be an object'],
    [{ type: 'strin' }, '/type: must be a type'],
    [{ properties: { a: { minimum: '1' } } }, '/properties/a/minimum: must be a number'],
    [{ items: [{}] }, '/items: must be a schema'],
    [{ anyOf: [] }, '/anyOf: must be a list'],
    [{ $schema: 'http://json-schema.org/draft-07/schema#' }, '/$schema: must be'],
    [{ $ref: 'https://example.com/schema' }, '/$ref: must begin with #'],
    [{ $ref: 'other.json' }, '/$ref: must begin with #'],
    [{ $ref: '#/$defs/none' }, '$ref: #/$defs/none is no schema'],
    [{ properties: { a: { $id: 'https://example.com/b' } } }, '/properties/a/$id: is not supported'],
    [{ properties: { a: { $ref: '#' } } }, 'must not be recursive'],
    [{ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }, 'must not be recursive'],
    [nested(17), 'is deeper than 16'],
    [doubling(15), 'has more than 10000 nodes'],
    [doubling(60), 'has more than 10000 nodes'],
    [{ enum: ['x'.repeat(65_536)] }, 'is larger than 65536 bytes'],
    [{ pattern: '(a' }, '/pattern: must be a pattern of RE2'],
    [{ pattern: '(a)\\1' }, '/pattern: must be a pattern of RE2'],
    [{ pattern: '(?=a)b' }, '/pattern: must be a pattern of RE2'],
    [{ pattern: '(x{1,900}){1,2}' }, '/pattern: '],
  ])('may not be %j', (schema, problem) => {
    expect(checkSchema(schema)).toContain(problem);
  });

  it('with a pattern that other engines try for ever is checked at once', () => {
    const validate = compileSchema({ pattern: '^(a+)+$' });
    expect(validate(`${'a'.repeat(100_000)}b`, { left: 1e6 })).toMatchObject({ path: [] });
  });
});
