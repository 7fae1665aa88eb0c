import { describe, expect, it } from '@jest/globals';
import { batchesOf } from './batches-of.js';

describe('batchesOf', () => {
  const key = (item: string) => item.charAt(0);
  const split = (items: string, limits: { maxItems: number; maxBytes?: number }) =>
    batchesOf(items.split(' '), { key, bytes: ({ length }) => length, ...limits }).map((batch) =>
      batch.items.join(' '),
    );

  it.each([
    ['keeps keys apart, and the order of each', 'a1 b1 a2 b2 a3', { maxItems: 9 }, ['a1 a2 a3', 'b1 b2']],
    ['limits the number of items', 'a1 b1 a2 a3', { maxItems: 2 }, ['a1 a2', 'b1', 'a3']],
    ['limits the bytes', 'a1 a2 a3 a4', { maxItems: 9, maxBytes: 5 }, ['a1 a2', 'a3 a4']],
    [
      'gives an item above the limit a batch alone',
      'a1 a23456 a7',
      { maxItems: 9, maxBytes: 5 },
      ['a1', 'a23456', 'a7'],
    ],
  ])('%s', (_case, items, limits, expected) => expect(split(items, limits)).toEqual(expected));

  it('names the key of each batch', () =>
    expect(batchesOf(['a', 'b'], { key, maxItems: 1 })).toEqual([
      { key: 'a', items: ['a'] },
      { key: 'b', items: ['b'] },
    ]));

  it('makes no batch of nothing', () => expect(batchesOf([], { key, maxItems: 1 })).toEqual([]));
});
