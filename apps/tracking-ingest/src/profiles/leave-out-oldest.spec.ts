import { describe, expect, it } from '@jest/globals';
import { parseJsonObject } from './json-value.js';
import { merge, type LwwMap } from './lww-map.js';
import { leaveOutOldest } from './leave-out-oldest.js';
import { sizeOf } from './profile-size.js';
import { fromStored, toStored } from './stored-profile.js';
import { updateProfile } from './update-profile.js';

const wrote = (
  state: LwwMap,
  name: string,
  ts: number,
  strategy: 'PARTIAL_UPDATE' | 'PARTIAL_DELETE' | 'FORCE_REPLACE',
) =>
  updateProfile(state, {
    properties: parseJsonObject(JSON.stringify({ [name]: 'é'.repeat(10) })),
    strategy,
    mergeObjects: false,
    ts,
  });
const unlimited = { properties: Infinity, versions: Infinity };
const left = (state: LwwMap, limits: Partial<typeof unlimited>) => {
  const { stored, leftOut } = leaveOutOldest(state, { ...unlimited, ...limits });
  return { names: Object.keys(parseJsonObject(stored.properties ?? '{}')), leftOut, size: sizeOf(stored) };
};

describe('of a profile that is too large', () => {
  const [first, second] = [
    wrote(wrote({}, 'replaced', 1, 'FORCE_REPLACE'), 'newest', 4, 'PARTIAL_UPDATE'),
    wrote(wrote({}, 'older', 2, 'PARTIAL_UPDATE'), 'newer', 3, 'PARTIAL_UPDATE'),
  ];
  const state = merge(first, second);
  const { properties } = sizeOf(toStored(state));

  it('nothing is left out if it fits to the byte', () => {
    expect(left(state, { properties })).toMatchObject({ leftOut: 0, size: { properties } });
  });

  it.each([
    [1, ['newest', 'older', 'newer'], 1],
    [40, ['newest', 'newer'], 2],
    [72, ['newest'], 3],
    [Infinity, [], 4],
  ])('the properties written longest ago are, %d bytes too many', (tooMany, names, leftOut) => {
    const limit = Math.max(2, properties - tooMany);
    expect(left(state, { properties: limit })).toMatchObject({ names, leftOut });
    expect(left(state, { properties: limit }).size.properties).toBeLessThanOrEqual(limit);
  });

  it('tombstones give way before properties do', () => {
    const removed = ['x', 'y', 'z'].reduce(
      (rest, name, index) => wrote(rest, name, 5 + index, 'PARTIAL_DELETE'),
      state,
    );
    const versions = sizeOf(toStored(removed)).versions - 1;
    const { stored, leftOut } = leaveOutOldest(removed, { ...unlimited, versions });
    expect(leftOut).toBe(0);
    expect([...(fromStored(stored).children?.keys() ?? [])].sort()).toEqual(['newer', 'newest', 'older', 'y', 'z']);
  });

  it('properties are left out if their versions alone are too large', () => {
    expect(left(state, { versions: 60 }).size.versions).toBeLessThanOrEqual(60);
    expect(left(state, { versions: 60 }).leftOut).toBeGreaterThan(0);
  });
});
