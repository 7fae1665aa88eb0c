import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { someUpdate } from '../../test/profiles/arbitrary-updates.js';
import { applyUpdates } from './apply-updates.js';
import { canonicalJson, parseJson, parseJsonObject } from './json-value.js';
import type { ProfileSize } from './profile-size.js';
import { fromStored, toStored, type StoredProfile } from './stored-profile.js';
import { updateProfile, type ProfileUpdate } from './update-profile.js';

const bytes = (text: string | null) => Buffer.from(text ?? '').length;
const unlimited: ProfileSize = { properties: Infinity, versions: Infinity };

/** One write after the other, with the profile parsed and serialized each time. */
function applyEach(before: StoredProfile | undefined, updates: ProfileUpdate[], limits: ProfileSize) {
  let stored = before;
  const isApplied = updates.map((update) => {
    const next = toStored(updateProfile(stored ? fromStored(stored) : {}, update));
    const grows = (text: string | null, than: string | null | undefined) => bytes(text) > bytes(than ?? null);
    const fits =
      !(bytes(next.properties) > limits.properties && grows(next.properties, stored?.properties)) &&
      (!(bytes(next.versions) > limits.versions && grows(next.versions, stored?.versions)) ||
        bytes(next.properties) < bytes(stored?.properties ?? null));
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
    const room = fc.tuple(fc.integer({ min: -20, max: 40 }), fc.integer({ min: -20, max: 200 }));
    const count = { applied: 0, refused: 0 };
    fc.assert(
      fc.property(updates, updatesOf(20), room, (earlier, later, [properties, versions]) => {
        const before = applyEach(undefined, earlier, unlimited).stored;
        const limits = {
          properties: bytes(before?.properties ?? null) + properties,
          versions: bytes(before?.versions ?? null) + versions,
        };
        const expected = applyEach(before, later, limits);
        const { stored = before, isApplied } = applyUpdates(before, later, limits);
        expect(isApplied).toEqual(expected.isApplied);
        expect(same(stored)).toEqual(same(expected.stored));
        for (const is of isApplied) count[is ? 'applied' : 'refused'] += 1;
      }),
      { numRuns: 1_000 },
    );
    // Otherwise no profile was full, or each.
    expect(Math.min(count.applied, count.refused)).toBeGreaterThan(500);
  });

  it('all replace a value of a profile that is nearly full, if each fits', () => {
    const before = applyEach(undefined, [setting('a', 'x'.repeat(200)), setting('b', 'y')], unlimited).stored;
    const writes = Array.from({ length: 10 }, (_, index) => setting('b', String(index)));
    const limits = { ...unlimited, properties: bytes(before?.properties ?? null) };
    const { stored, isApplied } = applyUpdates(before, writes, limits);
    expect(isApplied).toEqual(writes.map(() => true));
    expect(parseJsonObject(stored?.properties ?? '')).toEqual({ a: 'x'.repeat(200), b: '9' });
  });

  it('have the same result as one after the other, if there is room', () => {
    fc.assert(
      fc.property(updates, updates, (earlier, later) => {
        const before = applyEach(undefined, earlier, unlimited).stored;
        const { stored = before, isApplied } = applyUpdates(before, later);
        expect(isApplied).not.toContain(false);
        expect(same(stored)).toEqual(same(applyEach(before, later, unlimited).stored));
      }),
    );
  });

  it('do not exceed the limit, whichever they are', () => {
    const writes = Array.from({ length: 1_000 }, (_, index) => setting(`name ${index}`, 'x'.repeat(index % 97)));
    const { stored, isApplied } = applyUpdates(undefined, writes, { ...unlimited, properties: 10_000 });
    const length = bytes(stored?.properties ?? null);
    expect(length).toBeLessThanOrEqual(10_000);
    expect(length).toBeGreaterThan(9_900);
    expect(Object.keys(parseJsonObject(stored?.properties ?? ''))).toHaveLength(isApplied.filter(Boolean).length);
  });

  const limits = { properties: 50, versions: 50 };

  it('leave a profile as it is if none is applied', () => {
    expect(applyUpdates({ properties: '{}', versions: '{}' }, [setting('a', 'x'.repeat(100))], limits)).toEqual({
      isApplied: [false],
    });
  });

  it('count the bytes of UTF-8, to the last one', () => {
    const text = '{"a":"é€😀"}';
    const write = setting('a', 'é€😀');
    const of = (properties: number) => applyUpdates(undefined, [write], { ...unlimited, properties }).isApplied;
    expect([of(Buffer.byteLength(text)), of(Buffer.byteLength(text) - 1)]).toEqual([[true], [false]]);
    const twice = (properties: number) =>
      applyUpdates(undefined, [write, write], { ...unlimited, properties }).isApplied;
    expect([twice(Buffer.byteLength(text)), twice(Buffer.byteLength(text) - 1)]).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it('shrink and replace a profile that is larger, and do not make it grow', () => {
    const before = applyEach(undefined, [setting('a', 'x'.repeat(500)), setting('b', 'y')], unlimited).stored;
    const writes: [ProfileUpdate, boolean][] = [
      [setting('a', 'x'.repeat(501)), false],
      [setting('c', 'z'), false],
      [setting('b', 'z'), true],
      [setting('a', 'x'.repeat(400)), true],
      [{ ...setting('b', ''), strategy: 'PARTIAL_DELETE' }, true],
      [{ ...setting('d', 'small'), strategy: 'FORCE_REPLACE' }, true],
    ];
    for (const [write, isApplied] of writes)
      expect([write, applyUpdates(before, [write], limits).isApplied]).toEqual([write, [isApplied]]);
    const together = writes.map(([write]) => write);
    expect(applyUpdates(before, together, limits).isApplied).toEqual(writes.map(([, isApplied]) => isApplied));
  });
});
