import { describe, expect, it } from '@jest/globals';
import { guessImport } from './guess-import.js';

const head = (name: string, text: string | Uint8Array, isWhole = true) => ({
  name,
  isWhole,
  bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text,
});
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));

describe('guessImport', () => {
  it.each([
    ['{"$type":"SITE_VISIT","$user_identifiers":[]}', 'USER_ACTIVITY'],
    ['{"operation":"UPSERT","user_profile":{}}', 'USER_PROFILE'],
    ['{"operation":"UPDATE","segment_technical_name":"a"}', 'USER_SEGMENT'],
    ['{"operation":"UPSERT","user_choice":{}}', 'USER_CHOICE'],
    ['{"identifiers":[]}', 'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS'],
    ['{"type":"USER_AGENT","user_agent_id":"a"}', 'USER_IDENTIFIERS_DELETION'],
    ['{"type":"USER_POINT","user_point_id":"a"}', 'USER_POINTS_DELETION'],
    ['not JSON', 'USER_ACTIVITY'],
    ['', 'USER_ACTIVITY'],
  ])('a file of lines %s is one of %s', (line, document_type) =>
    expect(guessImport(head('a.ndjson', `\n${line}\n`))).toEqual({
      document_type,
      mime_type: 'APPLICATION_X_NDJSON',
      encoding: 'utf-8',
    }),
  );

  it.each([
    ['operation;user_agent_id;segment_id', 'USER_SEGMENT'],
    ['user_account_id,email_hash', 'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS'],
    ['operation\tuser_account_id\tcity', 'USER_PROFILE'],
  ])('a table with the header %s is one of %s', (header, document_type) =>
    expect(guessImport(head('a.txt', `${header}\n`))).toMatchObject({ document_type, mime_type: 'TEXT_CSV' }),
  );

  it('never guesses erasure from the name of a file alone', () =>
    expect(guessImport(head('erase-points.ndjson', '{"type":"USER_AGENT","user_agent_id":"a"}')).document_type).toBe(
      'USER_IDENTIFIERS_DELETION',
    ));

  it.each<[string, Uint8Array, string]>([
    ['a byte order mark', new Uint8Array([0xff, 0xfe, ...utf16('{}')]), 'utf-16le'],
    ['zeros in every second byte', utf16('{"a":1}'), 'utf-16le'],
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0xe9, 0x7d]), 'windows-1252'],
    ['UTF-8', new TextEncoder().encode('{"é":1}'), 'utf-8'],
  ])('%s: %p is %s', (_case, bytes, encoding) => expect(guessImport(head('a', bytes)).encoding).toBe(encoding));

  it('does not take a character that the head cuts off for another encoding', () => {
    const bytes = new TextEncoder().encode('{"é').slice(0, 3);
    expect(guessImport(head('a', bytes, false)).encoding).toBe('utf-8');
    expect(guessImport(head('a', bytes, true)).encoding).toBe('windows-1252');
  });
});
