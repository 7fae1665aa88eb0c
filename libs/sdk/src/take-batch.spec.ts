import { describe, expect, it } from '@jest/globals';
import { bytesOf, maxBatchBytes, maxBatchLines, takeBatch } from './take-batch.js';

const entries = (...lines: string[]) => lines.map((line, index) => ({ id: `${index}`, queuedAt: 0, line }));
const long = (bytes: number) => 'x'.repeat(bytes - 1);

describe('a batch', () => {
  it.each([
    ['nothing of nothing', [], 0],
    ['all that fit', ['a', 'b', 'c'], 3],
    ['as many bytes as are allowed', [long(maxBatchBytes - 10), long(10)], 2],
    ['no byte more', [long(maxBatchBytes - 10), long(11)], 1],
    ['one that is too long alone', [long(2 * maxBatchBytes), 'a'], 1],
    ['as many lines as are allowed', Array<string>(maxBatchLines + 1).fill('a'), maxBatchLines],
  ])('takes %s', (_what, lines, count) => {
    const all = entries(...lines);
    expect(takeBatch(all)).toEqual(all.slice(0, count));
  });

  it('counts bytes of UTF-8 with the line feed', () => expect(bytesOf('é€😀')).toBe(2 + 3 + 4 + 1));
});
