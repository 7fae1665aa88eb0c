import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addCounts, maxCounters, noHitters, reportOn, type HeavyHitters } from './heavy-hitters.js';

const counts = (keys: string[]) => {
  const found = new Map<string, number>();
  for (const key of keys) found.set(key, (found.get(key) ?? 0) + 1);
  return found;
};
const many = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

describe('the heaviest identifiers', () => {
  it('have exact counts while there are few', () => {
    const hitters = [many('a', 20), ['a1', 'a1', 'a3'], ['a3', 'b']].map(counts).reduce(addCounts, noHitters);
    expect(Object.entries(reportOn(hitters, 25).top_identifiers).slice(0, 3)).toEqual([
      ['a1', 3],
      ['a3', 3],
      ['a0', 1],
    ]);
  });

  it('are at most ten, the heaviest first', () => {
    const hitters = addCounts(noHitters, new Map(many('a', 30).map((key, index) => [key, index + 1])));
    expect(Object.values(reportOn(hitters, 1_000).top_identifiers)).toEqual([30, 29, 28, 27, 26, 25, 24, 23, 22, 21]);
  });

  it('bound every count in bounded memory, for any number of identifiers', () => {
    const chunk = fc.array(fc.integer({ min: 0, max: 4 * maxCounters }), { minLength: 2_000, maxLength: 3_000 });
    const heavy = fc.constantFrom(0, 7, 30);
    fc.assert(
      fc.property(fc.array(fc.tuple(chunk, heavy), { minLength: 1, maxLength: 4 }), (chunks) => {
        const truth = new Map<string, number>();
        let hitters: HeavyHitters = noHitters;
        let sightings = 0;
        for (const [numbers, times] of chunks) {
          const added = counts([...numbers.map(String), ...Array.from({ length: times }, () => 'heavy')]);
          for (const [key, count] of added) truth.set(key, (truth.get(key) ?? 0) + count);
          sightings += numbers.length + times;
          hitters = addCounts(hitters, added);
        }
        expect(hitters.counters.length).toBeLessThanOrEqual(maxCounters);
        expect(hitters.floor).toBeLessThanOrEqual(sightings / maxCounters);
        const kept = new Map(hitters.counters.map(([key, count, excess]) => [key, { count, excess }]));
        const isBounded = ([key, count]: [string, number]) => {
          const counter = kept.get(key);
          if (!counter) return count <= hitters.floor;
          return count <= counter.count && count >= counter.count - counter.excess;
        };
        expect([...truth].filter((one) => !isBounded(one))).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it.each<[string, number, number, boolean]>([
    ['more than a hundredth of 1,000 lines', 11, 1_000, true],
    ['a hundredth of 1,000 lines', 10, 1_000, false],
    ['all of 999 lines', 999, 999, false],
  ])('are a possible issue on %s', (_case, count, lines, expected) => {
    const hitters = addCounts(noHitters, new Map([['a', count]]));
    expect(reportOn(hitters, lines).possible_issue_on_identifiers).toBe(expected);
  });
});
