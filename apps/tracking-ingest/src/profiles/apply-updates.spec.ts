import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { someUpdate } from '../../test/profiles/arbitrary-updates.js';
import { applyUpdates } from './apply-updates.js';
import { canonicalJson, parseJson, parseJsonObject } from './json-value.js';
import { fromStored, toStored, type StoredProfile } from './stored-profile.js';
import { updateProfile, type ProfileUpdate } from './update-profile.js';

const lengthOf = ({ properties, versions }: StoredProfile) => (properties?.length ?? 0) + versions.length;

/** One write after the other, with the profile parsed and serialized each time. */
function applyEach(before: StoredProfile | undefined, updates: ProfileUpdate[], maxLength: number) {
  let stored = before;
  const isApplied = updates.map((update) => {
    const next = toStored(updateProfile(stored ? fromStored(stored) : {}, update));
    const fits = lengthOf(next) <= maxLength;
    if (fits) stored = next;
    return fits;
  });
  return { stored, isApplied };
}

const updatesOf = (maxLength: number) =>
  fc.array(
    fc.record({ update: someUpdate, ts: fc.integer({ min: 1, max: 12 }) }).map(({ update, ts }) => ({ ...update, ts })),
    { maxLength },
  );
const updates = updatesOf(8);
const same = (stored: StoredProfile | undefined) =>
  stored && [stored.properties, stored.versions].map((text) => text && canonicalJson(parseJson(text)));

const setting = (name: string, value: string): ProfileUpdate => ({
  properties: parseJsonObject(JSON.stringify({ [name]: value })),
  strategy: 'PARTIAL_UPDATE',
  mergeObjects: false,
  ts: 1,
});

describe('the writes of a batch to a profile', () => {
  it('have the same result as one after the other, and the same ones are too long', () => {
    const room = fc.integer({ min: -20, max: 60 });
    const count = { applied: 0, refused: 0 };
    fc.assert(
      fc.property(updates, updatesOf(20), room, (earlier, later, characters) => {
        const before = applyEach(undefined, earlier, Infinity).stored;
        const maxLength = (before ? lengthOf(before) : 0) + characters;
        const expected = applyEach(before, later, maxLength);
        const { stored = before, isApplied } = applyUpdates(before, later, maxLength);
        expect(isApplied).toEqual(expected.isApplied);
        expect(same(stored)).toEqual(same(expected.stored));
        for (const is of isApplied) count[is ? 'applied' : 'refused'] += 1;
      }),
      { numRuns: 1_000 },
    );
    // Otherwise no profile was full, or each.
    expect(Math.min(count.applied, count.refused)).toBeGreaterThan(1_000);
  });

  it('all replace a value of a profile that is nearly full, if each fits', () => {
    const before = applyEach(undefined, [setting('a', 'x'.repeat(200)), setting('b', 'y')], Infinity).stored;
    const writes = Array.from({ length: 10 }, (_, index) => setting('b', String(index)));
    const { stored, isApplied } = applyUpdates(
      before,
      writes,
      lengthOf(before ?? { properties: null, versions: '' }) + 30,
    );
    expect(isApplied).toEqual(writes.map(() => true));
    expect(parseJsonObject(stored?.properties ?? '')).toEqual({ a: 'x'.repeat(200), b: '9' });
  });

  it('have the same result as one after the other, if there is room', () => {
    fc.assert(
      fc.property(updates, updates, (earlier, later) => {
        const before = applyEach(undefined, earlier, Infinity).stored;
        const { stored = before, isApplied } = applyUpdates(before, later);
        expect(isApplied).not.toContain(false);
        expect(same(stored)).toEqual(same(applyEach(before, later, Infinity).stored));
      }),
    );
  });

  it('do not exceed the limit, whichever they are', () => {
    const writes = Array.from({ length: 1_000 }, (_, index) => setting(`name ${index}`, 'x'.repeat(index % 97)));
    const { stored, isApplied } = applyUpdates(undefined, writes, 10_000);
    expect(stored && lengthOf(stored)).toBeLessThanOrEqual(10_000);
    expect(stored && lengthOf(stored)).toBeGreaterThan(9_000);
    expect(Object.keys(parseJsonObject(stored?.properties ?? ''))).toHaveLength(isApplied.filter(Boolean).length);
  });

  it('leave a profile as it is if none is applied', () => {
    expect(applyUpdates({ properties: '{}', versions: '{}' }, [setting('a', 'x'.repeat(100))], 50)).toEqual({
      isApplied: [false],
    });
  });
});
