import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { idsOfLines, type DocumentType } from '@tributary/contracts/imports/import-messages';
import { expectLinear } from '@tributary/testing/growth';
import type { ChunkOfFile } from '../src/chunks/chunks.repository.js';
import { FileScan } from '../src/formats/file-scan.js';
import { lineParser } from '../src/lines/parse-line.js';
import { parseChunk } from '../src/parsing/parse-chunk.js';
import { openBody } from '../src/uploads/open-body.js';

type Make = (size: number) => string;

const mebibyte = 1024 * 1024;
/** A value repeated up to a size, with commas. */
const listOf = (value: string, size: number) =>
  Array<string>(Math.floor(size / (value.length + 1)))
    .fill(value)
    .join(',');
const numbered = (size: number, name: (index: number) => string) =>
  Array.from({ length: Math.floor(size / (name(10_000).length + 1)) }, (_, index) => name(index));

function scan(
  pieces: Iterable<Buffer>,
  encoding = 'utf-8',
  mime_type: 'TEXT_CSV' | 'APPLICATION_X_NDJSON' = 'TEXT_CSV',
) {
  const file = new FileScan({ document_type: 'USER_PROFILE', mime_type, encoding, chunkLines: 5_000, maxBytes: 1e9 });
  for (const piece of pieces) file.push(piece);
  return file.end();
}

function* cut(bytes: Buffer, length: number): Iterable<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

describe('the time to scan a file is linear in its size', () => {
  const rows = (row: string) => (size: number) => `a,b\n${`${row}\n`.repeat(size / (row.length + 1))}`;
  it.each<[string, Make]>([
    ['thousands of columns', (size) => `${numbered(size, (index) => `c${index}`).join(',')}\n`],
    ['an endless header', (size) => 'a'.repeat(2 * size)],
    ['an endless header of delimiters', (size) => ',;\t'.repeat(size / 3)],
    ['a header of quotes', (size) => '"'.repeat(size)],
    ['an open quote in the header', (size) => `"${'a""'.repeat(size / 3)}`],
    ['quotes inside the values of the header', (size) => 'a"b",'.repeat(size / 5)],
    ['a header over many lines', (size) => `"${'\n'.repeat(size)}"\n`],
    ['ragged rows', rows('x')],
    ['rows of quotes', rows('"""","\n"')],
    ['blank lines', rows(' \r')],
    ['an open quote in a row', (size) => `a,b\n"${'\n'.repeat(size)}`],
  ])('with %s', async (_case, make) => {
    await expectLinear({ make: (size) => [...cut(Buffer.from(make(size)), 65_536)], run: scan });
  });

  it('with a header in pieces of one byte', async () => {
    const make = (size: number) => [...cut(Buffer.from(`${'a'.repeat(size - 10)},b\n1,2\n`), 1)];
    await expectLinear({ make, run: scan, size: 500_000 });
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'iso-2022-jp'])('of %s, of any bytes', async (encoding) => {
    for (const bytes of [
      [0xff, 0xfe],
      [0x1b, 0x24, 0x42],
      [0x81, 0x30, 0x81],
      [0x00, 0x0a],
      [0x22, 0x0a, 0x2c],
    ])
      await expectLinear({
        make: (size) => [...cut(Buffer.alloc(size, Buffer.from(bytes)), 65_536)],
        run: (pieces) => scan(pieces, encoding),
      });
  });

  it('with blank lines of JSON', async () => {
    const make = (size: number) => [...cut(Buffer.from(' \t\r\n'.repeat(size / 4)), 65_536)];
    await expectLinear({ make, run: (pieces) => scan(pieces, 'utf-8', 'APPLICATION_X_NDJSON') });
  });
});

const context = { line: 1, idOf: idsOfLines('1'), creation_ts: 1 };
const agent = '"user_agent_id":"a"';
const profile = (properties: string) => `{"operation":"UPSERT",${agent},"user_profile":${properties}}`;
const escaped = (size: number) => '\\u0041\\ud83d\\ude00'.repeat(size / 18);

describe('the time to parse a line is linear in its size', () => {
  it.each<[DocumentType, string, Make]>([
    ['USER_PROFILE', 'a long number', (size) => profile(`{"n":[1${'0'.repeat(size)}]}`)],
    ['USER_PROFILE', 'numbers of the greatest length', (size) => profile(`[${listOf(`1${'0'.repeat(4_000)}`, size)}]`)],
    ['USER_PROFILE', 'exponents', (size) => profile(`{"n":[${listOf('1e999999999', size)}]}`)],
    ['USER_PROFILE', 'escapes', (size) => profile(`{"n":"${escaped(size)}"}`)],
    ['USER_PROFILE', 'U+0000 at the end', (size) => profile(`{"n":["${escaped(size)}\\u0000"]}`)],
    ['USER_PROFILE', 'backslashes', (size) => profile(`{"n":"${'\\\\'.repeat(size / 2)}"}`)],
    ['USER_PROFILE', 'spaces', (size) => profile(`{${' '.repeat(size)}"n"${'\n'.repeat(size)}:1}`)],
    ['USER_PROFILE', 'brackets', (size) => profile(`{"n":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}`)],
    ['USER_PROFILE', 'open brackets', (size) => profile(`{"n":${'['.repeat(size)}`)],
    ['USER_PROFILE', 'many keys', (size) => profile(`{${numbered(size, (index) => `"${index}a":1`).join(',')}}`)],
    [
      'USER_PROFILE',
      'numeric keys',
      (size) => profile(`{${numbered(size, (index) => `"${index * 1024}":1`).join(',')}}`),
    ],
    ['USER_PROFILE', 'one key', (size) => profile(`{${listOf('"__proto__":{"a":1}', size)}}`)],
    [
      'USER_SEGMENT',
      'an identifier of spaces',
      (size) => `{"operation":"DELETE","user_agent_id":"${' '.repeat(size)}x"}`,
    ],
    [
      'USER_SEGMENT',
      'a placeholder of zeros',
      (size) => `{"operation":"DELETE","user_agent_id":"${'0-'.repeat(size / 2)}x"}`,
    ],
    [
      'USER_SEGMENT',
      'a data bag',
      (size) => `{"operation":"UPDATE",${agent},"segment_id":"1","data_bag":[${listOf('{}', size)}]}`,
    ],
    [
      'USER_CHOICE',
      'custom fields',
      (size) =>
        `{"operation":"UPSERT",${agent},"user_choice":{"$processing_id":"1","$choice_ts":1,"$choice_acceptance_value":true,${numbered(size, (index) => `"c${index}":1`).join(',')}}}`,
    ],
    [
      'USER_ACTIVITY',
      'events',
      (size) => `{"$type":"x","$user_agent_id":"a","$events":[${listOf('{"$event_name":"a"}', size)}]}`,
    ],
    [
      'USER_ACTIVITY',
      'invalid events',
      (size) => `{"$type":"x","$user_agent_id":"a","$events":[${listOf('{}', size)}]}`,
    ],
    [
      'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS',
      'identifiers',
      (size) => `{"identifiers":[${numbered(size, (index) => `{"type":"USER_EMAIL","email":"a${index}"}`).join(',')}]}`,
    ],
    [
      'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS',
      'invalid identifiers',
      (size) => `{"identifiers":[${listOf('{}', size)}]}`,
    ],
    [
      'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS',
      'an e-mail',
      (size) => `{"identifiers":[{"type":"USER_EMAIL","email":"${'a@ '.repeat(size / 3)}"}]}`,
    ],
  ])('of %s with %s', async (document_type, _case, make) => {
    const parse = lineParser({ document_type, encoding: 'utf-8', csv_columns: null, csv_delimiter: null });
    await expectLinear({ make: (size) => Buffer.from(make(size)), run: (line) => parse(line, context) });
  });

  it.each<[string, Make, number]>([
    ['many cells', (size) => 'a'.repeat(size).split('').join(','), mebibyte / 8],
    ['empty cells', (size) => ','.repeat(size - 1), mebibyte / 8],
    ['quoted cells', (size) => listOf('""""', size), 5],
    ['quotes', (size) => '"'.repeat(size), 5],
    ['an open quote', (size) => `"${'a""'.repeat(size / 3)}`, 5],
    ['a quote in a cell', (size) => `${listOf('""', size)},a"`, 5],
    ['a profile of brackets', (size) => `UPSERT,a,${'['.repeat(size)}`, 3],
  ])('of CSV with %s', async (_case, make, columns) => {
    const names = ['operation', 'user_agent_id', 'user_profile'];
    const parserOf = (size: number) =>
      lineParser({
        document_type: 'USER_PROFILE',
        encoding: 'utf-8',
        csv_columns: Array.from({ length: columns < 10 ? columns : size }, (_, index) => names[index] ?? `c${index}`),
        csv_delimiter: ',',
      });
    const size = Math.max(columns, mebibyte / 8);
    await expectLinear({
      make: (length) => ({ parse: parserOf(length), line: Buffer.from(make(length)) }),
      run: ({ parse, line }) => parse(line, context),
      size,
    });
  });

  it.each(['utf-16le', 'utf-16be', 'gb18030', 'iso-2022-jp', 'shift_jis', 'euc-kr', 'big5', 'windows-1252'])(
    'of %s, of any bytes',
    async (encoding) => {
      const parse = lineParser({ document_type: 'USER_PROFILE', encoding, csv_columns: null, csv_delimiter: null });
      for (const bytes of [
        [0xff, 0xfe],
        [0x1b, 0x24, 0x42, 0x30, 0x21],
        [0x81, 0x30, 0x81, 0x30],
        [0x41, 0x42],
        [0x3d, 0xd8],
      ])
        await expectLinear({
          make: (size) => Buffer.alloc(size, Buffer.from(bytes)),
          run: (line) => parse(line, context),
        });
    },
  );
});

describe('the time to read a form is linear in its size', () => {
  const fileField = 'Content-Disposition: form-data; name="file"; filename="x"\r\n\r\n';
  const form = (content: string, boundary = 'x') => `--${boundary}\r\n${fileField}${content}\r\n--${boundary}--\r\n`;
  const hyphens = '-'.repeat(70);

  it.each<[string, string, Make, number?]>([
    ['a boundary that nearly matches everywhere', hyphens, (size) => form('\r\n---------'.repeat(size / 11), hyphens)],
    ['line ends', 'x', (size) => form('\r\n--'.repeat(size / 4))],
    ['many parts', 'x', (size) => '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(size / 56)],
    ['headers of a part', 'x', (size) => `--x\r\n${'A: b\r\n'.repeat(size / 6)}\r\n`],
    ['parameters of a part', 'x', (size) => form('').replace('name="file"', 'name="\\\\"; '.repeat(size / 10))],
    ['a boundary of 30,000 characters', '-'.repeat(30_000), (size) => form('-'.repeat(size), '-'.repeat(30_000))],
    ['pieces of one byte', 'x', (size) => form('a'.repeat(size / 4)), 1],
  ])('with %s', async (_case, boundary, make, piece = 65_536) => {
    await expectLinear({
      make: (size) => [...cut(Buffer.from(make(size)), piece)],
      run: async (pieces) => {
        const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
        const request = Object.assign(Readable.from(pieces, { objectMode: false }), { headers, complete: true });
        const { pieces: content } = await openBody(request as unknown as IncomingMessage, 'TEXT_CSV');
        for await (const _piece of content);
      },
    });
  });
});

describe('the JSON of a chunk of CSV rows', () => {
  const columns = ['user_agent_id', 'x'.repeat(255)];
  const file = (rows: number) => Buffer.from(`${columns.join(',')}\n${'a,b\n'.repeat(rows)}`);

  it('is bounded, although each row repeats the names of the columns', () => {
    const { chunks } = scan([file(mebibyte)]);
    const bytes = Buffer.from('a,b\n'.repeat(chunks[0]?.records ?? 0));
    const chunk: Omit<ChunkOfFile, keyof (typeof chunks)[number]> = {
      execution_id: '1',
      datamart_id: '1',
      document_type: 'USER_PROFILE',
      creation_ts: 1,
      input_key: 'file',
      applied_batches: [],
      is_ordered: false,
      line_secret: null,
      credential: null,
      user_id: null,
      encoding: 'utf-8',
      csv_columns: columns,
      csv_delimiter: ',',
    };
    const { batches } = parseChunk({ chunk: { ...chunk, ...chunks[0], byte_start: 0 } as ChunkOfFile, bytes });
    expect(batches.reduce((sum, { json }) => sum + json.length, 0)).toBeLessThan(64 * mebibyte);
  });

  it.each([
    ['a', 4 * mebibyte],
    ['x'.repeat(255), 129 * 1024],
  ])('has few rows where names are long', (name, most) => {
    const wide = numbered(mebibyte / 2, (index) => `${index}${name}`.slice(0, 255));
    const { chunks } = scan([Buffer.from(`${wide.join(',')}\n`), Buffer.alloc(8 * mebibyte, 'a,b\n')]);
    for (const { byte_start, byte_end } of chunks) expect(byte_end - byte_start).toBeLessThanOrEqual(most + 4);
  });

  it('has names of at most 255 characters', () => {
    expect(scan([Buffer.from(`a,${'x'.repeat(255)}\n1,2\n`)]).problem).toBeNull();
    expect(scan([Buffer.from(`a,${'x'.repeat(256)}\n1,2\n`)]).problem).toContain('with more than 255 characters');
  });
});
