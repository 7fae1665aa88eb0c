import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@tributary/contracts/errors';
import fc from 'fast-check';
import { parseJson } from './json-body.js';
import { mapLines } from './ndjson-body.js';
import { maxLines } from '@tributary/contracts/collecting/collect-query';

const read = (body: string | Buffer) =>
  mapLines(Buffer.from(body), ({ text, value }, number) => ({ number, text, value }));
/** The texts of the lines, and the codes of refused ones. */
const outcomes = (body: string | Buffer) =>
  read(body).map((line) => (line instanceof ApiError ? line.code : `${line.number} ${line.text}`));
const errorOf = (body: string | Buffer) => {
  try {
    return read(body);
  } catch (error) {
    return (error as ApiError).code;
  }
};

describe('the lines of an NDJSON body', () => {
  it.each([
    ['one line without a line feed', '{"a":1}', ['1 {"a":1}']],
    ['one line', '{"a":1}\n', ['1 {"a":1}']],
    ['two lines', '1\n2', ['1 1', '2 2']],
    ['lines that end with CRLF', '1\r\n2\r\n', ['1 1', '2 2']],
    ['blank lines, which do not count', '\n \t\r\n1\n\n\r\n 2 \n\n', ['1 1', '2 2']],
    ['refused lines, which count', '{\n2\n}\n4', ['BAD_REQUEST_FORMAT', '2 2', 'BAD_REQUEST_FORMAT', '4 4']],
    ['a carriage return, which ends no line', '1\r2', ['BAD_REQUEST_FORMAT']],
    ['a line separator of Unicode, which ends no line', '"a\u2028b"\n2', ['1 "a\u2028b"', '2 2']],
    ['white space that JSON does not know', '\u00a0\n2', ['BAD_REQUEST_FORMAT', '2 2']],
    ['a byte order mark at the start', '\ufeff1\n2', ['1 1', '2 2']],
    ['a byte order mark on its own line', '\ufeff\n1', ['1 1']],
    ['a second byte order mark', '\ufeff1\n\ufeff2', ['1 1', 'BAD_REQUEST_FORMAT']],
    ['two JSON texts on a line', '{} {}\n2', ['BAD_REQUEST_FORMAT', '2 2']],
  ])('%s', (_case, body, expected) => expect(outcomes(body)).toEqual(expected));

  it.each<[string, string | Buffer, string]>([
    ['no JSON', '{', 'the body is not JSON'],
    ['invalid UTF-8', Buffer.from([0x22, 0xe9, 0x22]), 'the body is not valid UTF-8'],
    ['half a character', Buffer.from([0x22, 0xc3]), 'the body is not valid UTF-8'],
    ['33 levels', '['.repeat(33) + ']'.repeat(33), 'nested deeper than 32 levels'],
    ['U+0000', '{"a":"\\u0000"}', 'a: holds U+0000'],
    ['half a surrogate pair', '{"a":"\\ud800"}', 'a: holds U+0000 or half a surrogate pair'],
    ['a long number', `{"n":${'1'.repeat(4_097)}}`, 'n: a number has more than 4096 characters'],
  ])('refuses a line with %s, and no other', (_case, line, message) => {
    const body = Buffer.concat(['{"a":1}\n', line, '\n{"b":2}'].map((part) => Buffer.from(part)));
    const [first, refused, last] = read(body);
    expect([first, last]).toMatchObject([{ text: '{"a":1}' }, { text: '{"b":2}' }]);
    expect((refused as ApiError).message).toContain(message);
  });

  it('accepts what a JSON body may hold', () => {
    const deep = '['.repeat(32) + ']'.repeat(32);
    expect(outcomes(`${deep}\n${'1'.repeat(4_096)}`)).toEqual([`1 ${deep}`, `2 ${'1'.repeat(4_096)}`]);
  });

  it('keeps the text of a line', () => {
    expect(outcomes('{"n":12345678901234567890.10}')).toEqual(['1 {"n":12345678901234567890.10}']);
  });

  it('throws errors that are not the fault of the line', () => {
    expect(() =>
      mapLines(Buffer.from('1'), () => {
        throw new TypeError('a defect');
      }),
    ).toThrow(TypeError);
  });
});

describe('an NDJSON body is refused', () => {
  it.each([
    ['empty', '', 'BAD_REQUEST_FORMAT'],
    ['without a line', '\n \r\n\t', 'BAD_REQUEST_FORMAT'],
    ['of a byte order mark', '\ufeff', 'BAD_REQUEST_FORMAT'],
    ['with a line too many', '1\n'.repeat(maxLines + 1), 'BAD_REQUEST_DATA'],
  ])('%s', (_case, body, code) => expect(errorOf(body)).toBe(code));

  it('never for its blank lines', () => expect(read('\n1\n\n'.repeat(maxLines))).toHaveLength(maxLines));

  it('if it is a JSON body in several lines, although one of them is JSON', () => {
    const body = '{"a":[\n{"b":1}\n]}';
    expect(errorOf(body)).toBe('BAD_REQUEST_FORMAT');
    expect(outcomes(body.slice(0, -1))).toEqual(['BAD_REQUEST_FORMAT', '2 {"b":1}', 'BAD_REQUEST_FORMAT']);
  });
});

describe('laws', () => {
  const json = fc.json({ maxDepth: 3 }).filter((text) => !text.includes('\\u'));
  const end = fc.constantFrom('\n', '\r\n', '\n\n', ' \t\n');

  it('each line is read as a body of its own', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(json, end), { minLength: 1, maxLength: 20 }), (lines) => {
        const body = lines.map(([text, lineEnd]) => text + lineEnd).join('');
        expect(read(body)).toEqual(
          lines.map(([text], index) => ({ number: index + 1, ...parseJson(Buffer.from(text)) })),
        );
      }),
    );
  });

  it('no JSON body has other lines than one: it gives itself, or is refused', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom('', '\n', ' ', '\t'), (value, indent) => {
        const body = JSON.stringify(value, undefined, indent);
        fc.pre(!body.includes('\\u'));
        const single = parseJson(Buffer.from(body));
        if (body.includes('\n')) expect(errorOf(body)).toBe('BAD_REQUEST_FORMAT');
        else expect(read(`\n${body}\n`)).toEqual([{ number: 1, text: body.trim(), value: single.value }]);
      }),
    );
  });
});
