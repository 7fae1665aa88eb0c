import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readLines, type Line } from './read-lines.js';

async function read(text: string, size = text.length || 1, maxBytes?: number) {
  const bytes = Buffer.from(text);
  async function* chunks() {
    await Promise.resolve();
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
  }
  const lines: Line[] = [];
  for await (const line of readLines(chunks(), maxBytes)) lines.push(line);
  return lines;
}

describe('readLines', () => {
  it.each([
    [
      'lines',
      'a\nb\n',
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    [
      'a last line without an end',
      'a\nb',
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    ['the numbers over blank lines', '\n \na\n', [[3, 'a']]],
    [
      'line ends of Windows, and its mark',
      '\uFEFFa\r\nb\r\n',
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    ['nothing', '', []],
  ])('reads %s', async (_case, text, expected) =>
    expect((await read(text)).map((line) => [line.number, line.text])).toEqual(expected),
  );

  it.each([1, 2, 100])('skips a line that is too long, in chunks of %i', async (size) =>
    expect(await read('a\nbbbbb\nc\n', size, 4)).toEqual([
      { number: 1, text: 'a' },
      { number: 2, text: undefined },
      { number: 3, text: 'c' },
    ]),
  );

  it('reads the same lines, wherever the stream is cut', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 9 }), async (text, size) =>
        expect(await read(text, size)).toEqual(await read(text)),
      ),
    ));
});
