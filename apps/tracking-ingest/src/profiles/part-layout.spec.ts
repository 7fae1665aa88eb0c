import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hashOf, joinParts, layOut, maxPartBytes, noPart, type ProfilePart } from './part-layout.js';
import type { ProfileEntry } from './profile-entries.js';

const entry = (key: string, length: number): ProfileEntry => ({
  key,
  property: `${JSON.stringify(key)}:"${'x'.repeat(length)}"`,
  versions: `${JSON.stringify(key)}:{"s":1}`,
  written: 1,
});

/** The parts after the changes. */
function changed(parts: ProfilePart[], written: ProfilePart[]): ProfilePart[] {
  const after = new Map(parts.map((part) => [part.first_hash, part]));
  for (const part of written) after.set(part.first_hash, part);
  return [...after.values()].sort((a, b) => a.first_hash - b.first_hash);
}

const namesIn = ({ properties }: ProfilePart) => Object.keys(JSON.parse(properties) as object);
const partOf = (parts: ProfilePart[], hash: number) => parts.findLast(({ first_hash }) => first_hash <= hash);

function expectRight(parts: ProfilePart[], entries: Map<string, number>): void {
  expect(parts[0]?.first_hash).toBe(0);
  for (const part of parts) {
    for (const name of namesIn(part)) expect(partOf(parts, hashOf(name))).toBe(part);
    if (namesIn(part).length > 1)
      expect(part.properties.length + part.versions.length).toBeLessThanOrEqual(maxPartBytes + 500);
  }
  const { properties, versions } = joinParts('{"o":1}', parts);
  const all = JSON.parse(properties ?? '') as Record<string, string>;
  expect(Object.fromEntries(Object.entries(all).map(([name, value]) => [name, value.length]))).toEqual(
    Object.fromEntries(entries),
  );
  const { o, c = {} } = JSON.parse(versions) as { o: number; c?: object };
  expect([o, Object.keys(c).sort()]).toEqual([1, [...entries.keys()].sort()]);
}

const someNames = fc.array(
  fc.tuple(
    fc.nat(400).map((index) => `n${index}`),
    fc.constantFrom(0, 20, 400, 20_000),
  ),
  { maxLength: 60 },
);

describe('the parts of a profile', () => {
  it('hold each property where its hash says, and are small unless a property is not', () => {
    fc.assert(
      fc.property(fc.array(someNames, { minLength: 1, maxLength: 8 }), (writes) => {
        const entries = new Map<string, number>();
        let parts: ProfilePart[] = [];
        for (const write of writes) {
          for (const [name, length] of write) entries.set(name, length);
          // Only the parts that the write concerns are read.
          const concerned =
            parts.length === 0
              ? [noPart]
              : parts.filter((part) => write.some(([name]) => partOf(parts, hashOf(name)) === part));
          const own = [...entries].filter(
            ([name]) => parts.length === 0 || concerned.includes(partOf(parts, hashOf(name)) ?? noPart),
          );
          parts = changed(
            parts,
            layOut(
              own.map(([name, length]) => entry(name, length)),
              concerned,
            ),
          );
          expectRight(parts, entries);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('do not change with a write that changes nothing', () => {
    const all = Array.from({ length: 100 }, (_, index) => entry(`n${index}`, 200));
    const parts = changed([], layOut(all, [noPart]));
    expect(layOut(all, parts)).toEqual([]);
  });
});
