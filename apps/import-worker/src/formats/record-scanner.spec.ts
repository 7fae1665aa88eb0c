import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { maxLineBytes } from './chunk-table.js';
import { RecordScanner, type RecordSpan, type ScanOptions } from './record-scanner.js';

function scan(pieces: Buffer[], options: ScanOptions): RecordSpan[] {
  const records: RecordSpan[] = [];
  const scanner = new RecordScanner(options, (record) => records.push(record));
  for (const piece of pieces) scanner.push(piece);
  scanner.end();
  return records;
}

const ndjson: ScanOptions = { units: 'bytes' };
const csv: ScanOptions = { units: 'bytes', delimiters: [','] };
const found = (text: string, options: ScanOptions) =>
  scan([Buffer.from(text)], options).map(({ line, start, end }) => [line, text.slice(start, end)]);

describe('cutting lines', () => {
  it.each<[string, string, [number, string][]]>([
    ['a line', 'a\n', [[1, 'a']]],
    [
      'no final newline',
      'a\nb',
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    [
      'CRLF',
      'a\r\nb\r\n',
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    [
      'blank lines, which are skipped but count as lines',
      '\n \t\r\na\n\n\nb',
      [
        [3, 'a'],
        [6, 'b'],
      ],
    ],
    [
      'quotes, which have no meaning',
      '"a\nb"\n',
      [
        [1, '"a'],
        [2, 'b"'],
      ],
    ],
    ['nothing', '', []],
    ['blank lines only', '\n \n', []],
  ])('finds %s', (_case, text, expected) => expect(found(text, ndjson)).toEqual(expected));
});

describe('cutting CSV', () => {
  it.each<[string, string, [number, string][]]>([
    [
      'rows',
      'a,b\nc,d\n',
      [
        [1, 'a,b'],
        [2, 'c,d'],
      ],
    ],
    [
      'a quoted line end as part of its row',
      'a,"x\ny"\nb,c',
      [
        [1, 'a,"x\ny"'],
        [3, 'b,c'],
      ],
    ],
    [
      'doubled quotes',
      'a,"x""\n""y"\nb',
      [
        [1, 'a,"x""\n""y"'],
        [3, 'b'],
      ],
    ],
    [
      'a quote inside an unquoted cell, which opens nothing',
      'a"b\nc""d\ne',
      [
        [1, 'a"b'],
        [2, 'c""d'],
        [3, 'e'],
      ],
    ],
    [
      'an empty quoted cell',
      '"",\n"",a',
      [
        [1, '"",'],
        [2, '"",a'],
      ],
    ],
    [
      'rows that end with CR',
      'a,b\r"c\r""\rd",e\r\rf\r',
      [
        [1, 'a,b'],
        [2, '"c\r""\rd",e'],
        [6, 'f'],
      ],
    ],
    [
      'a mixture of line ends',
      'a\r\nb\rc\nd\r\r\ne',
      [
        [1, 'a'],
        [2, 'b'],
        [3, 'c'],
        [4, 'd'],
        [6, 'e'],
      ],
    ],
    [
      'rows of empty cells, which are not blank',
      ',\n \n,',
      [
        [1, ','],
        [3, ','],
      ],
    ],
  ])('finds %s', (_case, text, expected) => expect(found(text, csv)).toEqual(expected));
});

describe('a quoted value that exceeds the length limit of a row', () => {
  const line = `${'x'.repeat(1_000)}\nDELETE,victim\n`;
  const long = `a,"${line.repeat(Math.ceil(maxLineBytes / line.length) + 1)}`;

  it.each(['utf16le', 'utf8'] as const)('is one row, also if it contains many lines: in %s', (encoding) => {
    const units = encoding === 'utf8' ? 'bytes' : 'utf-16le';
    const [width, text] = [encoding === 'utf8' ? 1 : 2, `${long}"\nb,c\n"d\nd",e\n`];
    const records = scan([Buffer.from(text, encoding)], { units, delimiters: [','] });
    const rows = records.map(({ start, end }) => text.slice(start / width, end / width));
    expect(rows).toEqual([`${long}"`, 'b,c', '"d\nd",e']);
  });

  it('includes the rest of the file in its row if its quote is not closed', () => {
    expect(found(`${long}b,c`, csv)).toEqual([[1, `${long}b,c`]]);
  });
});

describe('the pieces in which a file arrives', () => {
  const text = fc.array(fc.constantFrom('a', '"', ',', '\t', '\n', '\r\n', '\r', ' ', 'é', '\n\n'), { maxLength: 40 });

  it.each<[string, ScanOptions, BufferEncoding]>([
    ['lines', ndjson, 'utf8'],
    ['CSV', csv, 'utf8'],
    ['CSV by tabs', { units: 'bytes', delimiters: ['\t'] }, 'utf8'],
    ['UTF-16', { units: 'utf-16le' }, 'utf16le'],
    ['CSV in UTF-16', { units: 'utf-16le', delimiters: [','] }, 'utf16le'],
  ])('do not change the records of %s', (_case, options, encoding) => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 7 }), (tokens, size) => {
        const bytes = Buffer.from(tokens.join(''), encoding);
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );
        expect(scan(pieces, options)).toEqual(scan([bytes], options));
      }),
      { numRuns: 3_000 },
    );
  });

  it.each(['\r', '\r\n'])('do not matter, nor do the line ends of CSV: %j', (lineEnd) => {
    const rows = (content: string) =>
      found(content, csv).map(([line, row]) => [line, String(row).replaceAll(lineEnd, '\n')]);
    const lines = fc.array(fc.constantFrom('a', '"', ',', ' ', '\n'), { maxLength: 40 });
    fc.assert(
      fc.property(lines, (tokens) => {
        const content = tokens.join('');
        expect(rows(content.replaceAll('\n', lineEnd))).toEqual(rows(content));
      }),
      { numRuns: 3_000 },
    );
  });

  it('can be scanned from any record on, with the same records after it', () => {
    fc.assert(
      fc.property(text, fc.nat(), (tokens, index) => {
        const bytes = Buffer.from(tokens.join(''));
        const all = scan([bytes], csv);
        const from = all[index % Math.max(all.length, 1)];
        if (!from) return;
        const rest = scan([bytes.subarray(from.start)], { ...csv, from });
        expect(rest).toEqual(all.slice(all.indexOf(from)));
      }),
    );
  });

  it('contain a newline in UTF-16 only as a whole code unit', () => {
    // U+0A41 and U+410A contain the byte of a newline.
    const bytes = Buffer.from('\u0a41\u410a\nb', 'utf16le');
    expect(scan([bytes], { units: 'utf-16le' })).toEqual([
      { line: 1, start: 0, end: 4 },
      { line: 2, start: 6, end: 8 },
    ]);
  });
});
