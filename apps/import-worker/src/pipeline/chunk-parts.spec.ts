import { describe, expect, it } from '@jest/globals';
import { ChunkParts, type PartLine } from './chunk-parts.js';

const aLine = (line: number): PartLine => ({
  line,
  operation: { kind: 'delete_segment', identifier: { type: 'USER_AGENT', value: 'x' }, segment_id: '1' },
});

function partsOf(lines: PartLine[], sizeOf: (line: number) => number): PartLine[][] {
  const parts = new ChunkParts();
  const full = lines.map((line) => parts.add(line, sizeOf(line.line)));
  return [...full, parts.takeRest()].filter((part) => part !== undefined);
}

const kib = 1024;

describe('the parts of a chunk', () => {
  it.each<[string, number, number, number[]]>([
    ['nothing is no part', 0, 1, []],
    ['few small lines are one part', 3, 1, [3]],
    ['a part has 125 lines at most', 251, 1, [125, 125, 1]],
    ['a part has 384 KiB at most', 70, 10 * kib, [38, 32]],
    ['a line that is larger than a part goes alone', 3, 600 * kib, [1, 1, 1]],
  ])('%s', (_case, count, size, sizes) => {
    const lines = Array.from({ length: count }, (_, index) => aLine(index + 1));
    const parts = partsOf(lines, () => size);
    expect(parts.map((part) => part.length)).toEqual(sizes);
    expect(parts.flat()).toEqual(lines);
  });

  it('are the same at every attempt', () => {
    const lines = Array.from({ length: 300 }, (_, index) => aLine(index + 1));
    const sizeOf = (line: number) => (line * 37) % 5_000;
    expect(partsOf(lines, sizeOf)).toEqual(partsOf(lines, sizeOf));
  });
});
