import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseSize } from './parse-size.js';
import { splitFile } from './split-file.js';

async function split(text: string, partBytes: number, isCsv: boolean): Promise<string[]> {
  const bytes = new TextEncoder().encode(text);
  const read = (position: number, length: number) => Promise.resolve(bytes.subarray(position, position + length));
  const parts = await splitFile(read, { size: bytes.length, partBytes, isCsv });
  const textOf = (start: number, end: number) => new TextDecoder().decode(bytes.subarray(start, end));
  return parts.map(({ start, end, headerBytes }) => textOf(0, headerBytes) + textOf(start, end));
}

describe('splitFile', () => {
  it.each([
    ['after the line that fills a part', 'aa\nbb\ncc\n', 4, ['aa\nbb\n', 'cc\n']],
    ['exactly at the end of a line', 'aa\nbb\ncc\n', 3, ['aa\n', 'bb\n', 'cc\n']],
    ['not without need', 'aa\nbb\n', 100, ['aa\nbb\n']],
    ['not within a line', 'aaaaaaaa\nb', 2, ['aaaaaaaa\n', 'b']],
    ['not after the last line', 'aa\nbb\n', 5, ['aa\nbb\n']],
  ])('cuts %s', async (_case, text, partBytes, expected) =>
    expect(await split(text, partBytes, false)).toEqual(expected),
  );

  it.each([
    ['repeats the header', 'h\n1\n2\n3\n', 4, ['h\n1\n', 'h\n2\n3\n']],
    ['keeps a row of several lines', 'h\n"1\n\n"\n2\n', 3, ['h\n"1\n\n"\n', 'h\n2\n']],
    ['knows a quote in quotes', 'h\n"a""\n"\n2\n', 3, ['h\n"a""\n"\n', 'h\n2\n']],
    ['leaves a header alone', 'h\n', 1, ['h\n']],
  ])('of CSV: %s', async (_case, text, partBytes, expected) =>
    expect(await split(text, partBytes, true)).toEqual(expected),
  );

  it('loses no line, doubles none, and cuts at ends of lines only', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' }).map((line) => line.replaceAll('\n', ''))),
        fc.integer({ min: 1, max: 50 }),
        async (lines, partBytes) => {
          const text = lines.map((line) => `${line}\n`).join('');
          const parts = await split(text, partBytes, false);
          expect(parts.join('')).toBe(text);
          expect(parts.slice(0, -1).every((part) => part.endsWith('\n'))).toBe(true);
        },
      ),
    ));
});

describe('parseSize', () => {
  it.each([
    ['200MB', 200_000_000],
    ['1.5g', 1_500_000_000],
    ['64MiB', 67_108_864],
    ['100', 100],
    ['10 kB', 10_000],
  ])('reads %s', (text, bytes) => expect(parseSize(text)).toBe(bytes));
  it.each(['', '0', 'MB', '-1MB', '1TB', '1e9'])('refuses "%s"', (text) => expect(() => parseSize(text)).toThrow());
});
