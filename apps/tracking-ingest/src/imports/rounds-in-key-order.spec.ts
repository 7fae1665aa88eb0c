import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { roundsInKeyOrder } from './rounds-in-key-order.js';

const rounds = (items: string[]) =>
  roundsInKeyOrder(
    items,
    (item) => item[0] ?? '',
    (item) => item[1] ?? '',
  );

describe('roundsInKeyOrder', () => {
  it.each<[string, string[], string[][]]>([
    ['puts items of one kind into one round', ['a+', 'b+', 'a+'], [['a+', 'b+', 'a+']]],
    ['puts different kinds of different keys into one round', ['a+', 'b-'], [['a+', 'b-']]],
    ['starts another round for another kind of a key', ['a+', 'a-', 'b-', 'a+'], [['a+', 'b-'], ['a-'], ['a+']]],
    ['makes no round of no items', [], []],
  ])('%s', (_case, items, expected) => {
    expect(rounds(items)).toEqual(expected);
  });

  it('keeps all items and the order of each key, and has at most one kind per key in a round', () => {
    const item = fc
      .tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('+', '-'), fc.nat())
      .map(([key, kind, n]) => `${key}${kind}${n}`);
    const law = fc.property(fc.array(item, { maxLength: 30 }), (items) => {
      const split = rounds(items);
      for (const key of ['a', 'b', 'c']) {
        const of = (all: string[]) => all.filter((one) => one.startsWith(key));
        expect(of(split.flat())).toEqual(of(items));
        for (const round of split) expect(new Set(of(round).map((one) => one[1])).size).toBeLessThanOrEqual(1);
      }
    });
    fc.assert(law, { numRuns: 300 });
  });
});
