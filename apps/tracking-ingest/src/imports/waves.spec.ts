import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { wavesOf } from './waves.js';

const waves = (items: string[]) =>
  wavesOf(
    items,
    (item) => item[0] ?? '',
    (item) => item[1] ?? '',
  );

describe('waves', () => {
  it.each<[string, string[], string[][]]>([
    ['one kind is one wave', ['a+', 'b+', 'a+'], [['a+', 'b+', 'a+']]],
    ['other kinds of other keys go along', ['a+', 'b-'], [['a+', 'b-']]],
    ['another kind of one key waits', ['a+', 'a-', 'b-', 'a+'], [['a+', 'b-'], ['a-'], ['a+']]],
    ['nothing is nothing', [], []],
  ])('%s', (_case, items, expected) => {
    expect(waves(items)).toEqual(expected);
  });

  it('hold everything, keep the order of each key, and never two kinds of one key at once', () => {
    const item = fc
      .tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('+', '-'), fc.nat())
      .map(([key, kind, n]) => `${key}${kind}${n}`);
    const law = fc.property(fc.array(item, { maxLength: 30 }), (items) => {
      const split = waves(items);
      for (const key of ['a', 'b', 'c']) {
        const of = (all: string[]) => all.filter((one) => one.startsWith(key));
        expect(of(split.flat())).toEqual(of(items));
        for (const wave of split) expect(new Set(of(wave).map((one) => one[1])).size).toBeLessThanOrEqual(1);
      }
    });
    fc.assert(law, { numRuns: 300 });
  });
});
