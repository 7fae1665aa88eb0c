import { describe, expect, it } from '@jest/globals';
import { ChunkParts, type PartLine } from './chunk-parts.js';

const aLine = (line: number, length: number): PartLine => ({
  line,
  operation: { kind: 'delete_segment', identifier: { type: 'USER_AGENT', value: 'x'.repeat(length) }, segment_id: '1' },
});

function partsOf(lines: PartLine[]): PartLine[][] {
  const parts = new ChunkParts();
  const full = lines.flatMap((line) => [parts.add(line)]);
  return [...full, parts.takeRest()].filter((part) => part !== undefined);
}

const kib = 1024;

describe('the parts of a chunk', () => {
  it.each<[string, number, number, number[]]>([
    ['nothing is no part', 0, 1, []],
    ['few small lines are one part', 3, 1, [3]],
    ['a part has 500 lines at most', 1_001, 1, [500, 500, 1]],
    ['the first is small, the others have 480 KiB at most', 70, 10 * kib, [6, 47, 17]],
    ['a line that is larger than a part goes alone', 3, 600 * kib, [1, 1, 1]],
  ])('%s', (_case, count, length, sizes) => {
    const lines = Array.from({ length: count }, (_, index) => aLine(index + 1, length));
    const parts = partsOf(lines);
    expect(parts.map((part) => part.length)).toEqual(sizes);
    expect(parts.flat()).toEqual(lines);
  });

  it('are the same at every attempt', () => {
    const lines = Array.from({ length: 300 }, (_, index) => aLine(index + 1, (index * 37) % 5_000));
    expect(partsOf(lines)).toEqual(partsOf(lines));
  });
});
