import { describe, expect, it } from '@jest/globals';
import { LineBatcher, type BatchLine } from './line-batcher.js';

const aLine = (line: number): BatchLine => ({
  line,
  operation: { kind: 'delete_segment', identifier: { type: 'USER_AGENT', value: 'x' }, segment_id: '1' },
});

function batchesOf(lines: BatchLine[], sizeOf: (line: number) => number): BatchLine[][] {
  const batches = new LineBatcher();
  const full = lines.map((line) => batches.add(line, sizeOf(line.line)));
  return [...full, batches.flush()].filter((batch) => batch !== undefined);
}

const kib = 1024;

describe('the batches of a shard', () => {
  it.each<[string, number, number, number[]]>([
    ['no lines make no batch', 0, 1, []],
    ['few small lines make one batch', 3, 1, [3]],
    ['a batch has at most 125 lines', 251, 1, [125, 125, 1]],
    ['a batch has at most 384 KiB', 70, 10 * kib, [38, 32]],
    ['a line that is larger than a batch makes its own', 3, 600 * kib, [1, 1, 1]],
  ])('%s', (_case, count, size, sizes) => {
    const lines = Array.from({ length: count }, (_, index) => aLine(index + 1));
    const batches = batchesOf(lines, () => size);
    expect(batches.map((batch) => batch.length)).toEqual(sizes);
    expect(batches.flat()).toEqual(lines);
  });

  it('are the same at every attempt', () => {
    const lines = Array.from({ length: 300 }, (_, index) => aLine(index + 1));
    const sizeOf = (line: number) => (line * 37) % 5_000;
    expect(batchesOf(lines, sizeOf)).toEqual(batchesOf(lines, sizeOf));
  });
});
