import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { personsOf, type Link } from './persons.js';

describe('personsOf', () => {
  it.each<[string, Link[], [string, string][]]>([
    ['nothing', [], []],
    [
      'a pair',
      [['b', 'a']],
      [
        ['a', 'a'],
        ['b', 'a'],
      ],
    ],
    [
      'a chain',
      [
        ['c', 'b'],
        ['d', 'c'],
        ['b', 'a'],
      ],
      [
        ['a', 'a'],
        ['b', 'a'],
        ['c', 'a'],
        ['d', 'a'],
      ],
    ],
    [
      'a fork',
      [
        ['c', 'a'],
        ['c', 'b'],
      ],
      [
        ['a', 'a'],
        ['b', 'a'],
        ['c', 'a'],
      ],
    ],
    [
      'two people',
      [
        ['b', 'a'],
        ['d', 'c'],
      ],
      [
        ['a', 'a'],
        ['b', 'a'],
        ['c', 'c'],
        ['d', 'c'],
      ],
    ],
    ['a user point with itself', [['a', 'a']], [['a', 'a']]],
  ])('resolves %s', (_case, links, expected) => expect(personsOf(links).sort()).toEqual(expected));

  it('does not depend on the order or the direction of links', () => {
    const id = fc.nat(20).map((number) => String(number).padStart(2, '0'));
    const anyLinks = fc.array(fc.tuple(id, id), { maxLength: 30 });
    fc.assert(
      fc.property(anyLinks, fc.nat(1_000), (links, seed) => {
        const mixed = links
          .map(([one, other], index): [number, Link] => [Math.imul(seed + index, 2_654_435_761), [other, one]])
          .sort(([a], [b]) => a - b)
          .map(([, link]) => link);
        expect(personsOf(mixed).sort()).toEqual(personsOf(links).sort());
      }),
    );
  });

  it('resolves a long chain fast', () => {
    const links = Array.from({ length: 100_000 }, (_, index): Link => [`${200_000 - index}`, `${199_999 - index}`]);
    expect(new Set(personsOf(links).map(([, survivor]) => survivor))).toEqual(new Set(['100000']));
  });
});
