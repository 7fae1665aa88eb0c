import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseJson } from '../json-body.js';
import { findLongNumber, maxNumberLength } from './long-number.js';

const digits = (length: number) => '1'.repeat(length);
const longest = digits(maxNumberLength);
const tooLong = digits(maxNumberLength + 1);

describe('a number of a JSON body', () => {
  it.each([
    ['4,096 digits', longest],
    ['a list of numbers, without spaces', `[${Array<string>(5_000).fill('1').join(',')}]`],
    ['many digits in a string', `{"a":"${tooLong}"}`],
    ['many digits in a key', `{"${tooLong}":1}`],
    ['many digits after an escaped quote', `["\\"${tooLong}"]`],
    ['many digits in a string that ends with a backslash', `["${tooLong}\\\\",1]`],
    ['a huge exponent', '1e999999999'],
  ])('may be %s', (_case, text) => {
    expect(parseJson(Buffer.from(text)).text).toBe(text);
  });

  it.each([
    ['4,097 digits', tooLong, 'body'],
    ['a sign', `[-${longest}]`, '[0]'],
    ['a fraction', `{"a":{"b":[1, "x,]", 0.${longest}]}}`, 'a.b[2]'],
    ['an exponent', `{"a":[[],{}],"b\\"c" : 1e${longest}}`, 'b"c'],
    ['a sign of the exponent', `{"x":"a:b","y":[{"z":true},false, {"k":1E+${longest}}]}`, 'y[2].k'],
  ])('may not exceed 4,096 characters with %s', (_case, text, field) => {
    expect(() => parseJson(Buffer.from(text))).toThrow(
      expect.objectContaining({
        code: 'BAD_REQUEST_DATA',
        message: `${field}: a number has more than 4096 characters`,
      }),
    );
  });

  it('is found at any place of any value, under its path', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.nat(3)), { maxLength: 5 }),
        fc.jsonValue({ maxDepth: 3 }),
        fc.nat(2 * maxNumberLength),
        (path, other, spaces) => {
          const nest = (inner: string, part: string | number) =>
            typeof part === 'number'
              ? `[${'null,'.repeat(part)}${inner},${JSON.stringify(other)}]`
              : `{${JSON.stringify(part)}:${inner}}`;
          const text = path.toReversed().reduce(nest, `${' '.repeat(spaces)}${tooLong}`);
          expect(findLongNumber(text)).toEqual(path);
          expect(findLongNumber(text.replace(tooLong, longest))).toBeUndefined();
        },
      ),
      { numRuns: 50 },
    );
  });
});
