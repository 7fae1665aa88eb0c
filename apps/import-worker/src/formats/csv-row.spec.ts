import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readCsvHeader, readCsvRow } from './csv-row.js';
import { delimiters, detectDelimiter } from '@tributary/contracts/rules/csv-row';

describe('a row of CSV', () => {
  it.each<[string, string[]]>([
    ['a,b,c', ['a', 'b', 'c']],
    ['', ['']],
    [',', ['', '']],
    ['"a,b",c', ['a,b', 'c']],
    ['"a""b"', ['a"b']],
    ['"line\nend",', ['line\nend', '']],
    ['"",x', ['', 'x']],
    [' a , b ', [' a ', ' b ']],
  ])('%j is split into its cells', (row, cells) => expect(readCsvRow(row, ',')).toEqual(cells));

  it.each(['"a', 'a"b', '"a"b', '"a" ,b'])('%j is rejected', (row) => {
    expect(() => readCsvRow(row, ',')).toThrow(expect.objectContaining({ code: 'BAD_REQUEST_FORMAT' }));
  });

  it('returns the cells that were written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', ' ') });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), fc.constantFrom(...delimiters), (cells, delimiter) => {
        const row = cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(delimiter);
        expect(readCsvRow(row, delimiter)).toEqual(cells);
      }),
    );
  });
});

describe('the header', () => {
  it('names the columns, without surrounding spaces', () => {
    expect(readCsvHeader('a , b', ',')).toEqual(['a', 'b']);
  });

  it('must not name a column twice', () => {
    expect(() => readCsvHeader('a,b,a', ',')).toThrow('twice');
  });

  it.each([
    ['a,b', ','],
    ['a;b', ';'],
    ['a\tb', '\t'],
    ['a', ','],
    ['"x,y,z";b', ';'],
    ['a;b,c;d', ';'],
  ])('%j has the delimiter %j', (header, delimiter) => expect(detectDelimiter(header)).toBe(delimiter));
});
