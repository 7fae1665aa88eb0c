import { describe, expect, it } from '@jest/globals';
import { parseLine } from './parse-line.js';

describe('parseLine', () => {
  it.each([
    '{"$type":"TOUCH"}',
    '{"$user_account_id":12345678901234567890,"n":1.5,"big":1e300,"small":7}',
    '{"$user_identifiers":[{"$user_account_id":-9007199254740993}]}',
    '{"a":12345678901234567.89,"c":-0,"d":1e400,"i":[1e400]}',
    '{"text":"12345678901234567890"}',
  ])('keeps %s as it is', (text) => {
    const parsed = parseLine(text);
    expect('activity' in parsed && JSON.stringify(parsed.activity)).toBe(text);
  });

  it.each([
    ['{', 'BAD_REQUEST_FORMAT'],
    ['[]', 'BAD_REQUEST_DATA'],
    ['7', 'BAD_REQUEST_DATA'],
    ['1.10', 'BAD_REQUEST_DATA'],
    ['null', 'BAD_REQUEST_DATA'],
    ['{"$user_identifiers":{}}', 'BAD_REQUEST_DATA'],
    [undefined, 'BAD_REQUEST_FORMAT'],
  ])('refuses %s', (text, error_code) => expect(parseLine(text)).toMatchObject({ error_code }));
});
