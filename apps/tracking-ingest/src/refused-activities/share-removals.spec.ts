import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { shareRemovals, type SenderWeight } from './share-removals.js';

const senders = fc
  .array(fc.record({ is_public: fc.boolean(), weight: fc.nat(60) }), { maxLength: 8 })
  .map((given) => given.map((one, index) => ({ ...one, sender: String(index) })));

/** One unit after another, always of the heaviest: among equals, of the later one. */
function oneByOne(given: SenderWeight[], limit: number): number[] {
  const left = given.map((one) => ({ ...one }));
  const remove = (among: SenderWeight[], most: number) => {
    while (among.reduce((sum, { weight }) => sum + weight, 0) > most) {
      const heaviest = among.reduce((one, other) => (other.weight > one.weight ? other : one));
      heaviest.weight -= 1;
    }
  };
  remove(
    left.filter(({ is_public }) => is_public),
    Math.floor(limit / 2),
  );
  remove(left, limit);
  return left.map(({ weight }) => weight);
}

const leftOf = (given: SenderWeight[], limit: number) => {
  const removals = shareRemovals(given, limit);
  return given.map(({ sender, weight }) => weight - (removals.get(sender) ?? 0));
};
const sum = (weights: number[]) => weights.reduce((total, weight) => total + weight, 0);
const sorted = (weights: number[]) => weights.toSorted((a, b) => a - b);

describe('what leaves beyond a limit', () => {
  it.each([
    ['nothing below it', [['a', false, 4]], 4, {}],
    ['of the only one', [['a', false, 9]], 4, { a: 5 }],
    [
      'of the heaviest',
      [
        ['a', false, 9],
        ['b', false, 2],
      ],
      8,
      { a: 3 },
    ],
    ['of public ones beyond the half, although there is room', [['a', true, 9]], 10, { a: 4 }],
    [
      'of a public one, although a trusted one is heavier',
      [
        ['a', true, 6],
        ['b', false, 5],
      ],
      10,
      { a: 1 },
    ],
  ] as const)('is %s', (_case, given, limit, expected) => {
    const weights = given.map(([sender, is_public, weight]) => ({ sender, is_public, weight }));
    expect(Object.fromEntries(shareRemovals(weights, limit))).toEqual(expected);
  });

  it('is as much as if one left after another, always of the heaviest', () =>
    fc.assert(
      fc.property(senders, fc.nat(80), (given, limit) => {
        const left = leftOf(given, limit);
        expect(sorted(left)).toEqual(sorted(oneByOne(given, limit)));
        expect(left.every((weight, index) => weight >= 0 && weight <= (given[index]?.weight ?? 0))).toBe(true);
        expect(sum(left.filter((_weight, index) => given[index]?.is_public))).toBeLessThanOrEqual(limit / 2);
      }),
    ));
});
