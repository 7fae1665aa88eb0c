import { maxProfileBytes } from '@tributary/contracts/tracking/user-profile';
import type { StoredProfile } from './stored-profile.js';

/** Bytes of the JSON of a profile: of its properties, and of their versions and tombstones. */
export interface ProfileSize {
  properties: number;
  versions: number;
}

/**
 * The versions of `maxProfileBytes` of properties have room, with as many tombstones as fit. A profile that gains a
 * tombstone with each write stops growing here.
 */
export const profileLimits: ProfileSize = { properties: maxProfileBytes, versions: 2 * 1024 * 1024 };

export const noSize: ProfileSize = { properties: 0, versions: 0 };

export const sizeOf = ({ properties, versions }: StoredProfile): ProfileSize => ({
  properties: properties === null ? 0 : Buffer.byteLength(properties),
  versions: Buffer.byteLength(versions),
});

export const isWithin = (size: ProfileSize, limits: ProfileSize): boolean =>
  size.properties <= limits.properties && size.versions <= limits.versions;

/**
 * Whether a write may change the size so. Only growth is refused: a profile that is larger may shrink. Removals replace
 * properties by tombstones, which are longer.
 */
export const mayBecome = (before: ProfileSize, after: ProfileSize, limits: ProfileSize): boolean =>
  after.properties <= Math.max(limits.properties, before.properties) &&
  (after.versions <= Math.max(limits.versions, before.versions) || after.properties < before.properties);

export const sumOf = (one: ProfileSize, other: ProfileSize): ProfileSize => ({
  properties: one.properties + other.properties,
  versions: one.versions + other.versions,
});
