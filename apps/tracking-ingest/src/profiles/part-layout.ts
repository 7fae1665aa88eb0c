import { hash } from 'node:crypto';
import type { ProfileEntry } from './profile-entries.js';
import type { StoredProfile } from './stored-profile.js';

/** The properties of a profile whose names have a hash from this one up to that of the next part. */
export interface ProfilePart {
  first_hash: number;
  /** JSON objects by the names of properties. */
  properties: string;
  versions: string;
}

/**
 * Most bytes of a part, and of a profile that is stored whole. A part with a single property may be larger. Measured: a
 * small write reads and writes one part, and a large read costs by their number.
 */
export const maxPartBytes = 4 * 1024;
/** Parts that are split are filled to this, so that the next writes have room. */
const filledBytes = maxPartBytes * 0.6;

/** Where names are in the parts, 48 bits: clients cannot choose many names of one hash. */
export const hashOf = (name: string): number => hash('sha256', name, 'buffer').readUIntBE(0, 6);

/** In place of the parts that a profile does not have yet. */
export const noPart: ProfilePart = { first_hash: 0, properties: '', versions: '' };

/**
 * The parts to be written so that these parts have the entries, all of which belong to one of them. An entry never goes
 * while its profile stays in parts: what is removed has a tombstone.
 */
export function layOut(entries: ProfileEntry[], parts: ProfilePart[]): ProfilePart[] {
  const hashed = entries.map((entry) => ({ entry, hash: hashOf(entry.key) })).sort((a, b) => a.hash - b.hash);
  const ordered = parts.toSorted((a, b) => a.first_hash - b.first_hash);
  const written: ProfilePart[] = [];
  let next = 0;
  for (const [index, part] of ordered.entries()) {
    const end = ordered[index + 1]?.first_hash ?? Infinity;
    const own: HashedEntry[] = [];
    for (let one = hashed[next]; one && one.hash < end; one = hashed[++next]) own.push(one);
    written.push(...divide(own, part.first_hash).filter((one) => !isSame(one, part)));
  }
  return written;
}

interface HashedEntry {
  entry: ProfileEntry;
  hash: number;
}

const isSame = (one: ProfilePart, other: ProfilePart) =>
  one.first_hash === other.first_hash && one.properties === other.properties && one.versions === other.versions;

const bytesOf = ({ entry: { property, versions } }: HashedEntry) =>
  Buffer.byteLength(property) + Buffer.byteLength(versions);

/** Entries in the order of their hashes, as parts that are not too large. Equal hashes stay together. */
function divide(entries: HashedEntry[], first_hash: number): ProfilePart[] {
  const sizes = entries.map(bytesOf);
  const fits = sizes.reduce((sum, size) => sum + size, 0) <= maxPartBytes;
  if (fits) return [toPart(first_hash, entries)];
  const parts: ProfilePart[] = [];
  let [first, start, bytes] = [first_hash, 0, 0];
  for (const [index, { hash: own }] of entries.entries()) {
    const before = entries[index - 1]?.hash ?? own;
    const size = sizes[index] ?? 0;
    if (bytes > 0 && bytes + size > filledBytes && own !== before) {
      parts.push(toPart(first, entries.slice(start, index)));
      [first, start, bytes] = [before + 1, index, 0];
    }
    bytes += size;
  }
  return [...parts, toPart(first, entries.slice(start))];
}

const toPart = (first_hash: number, entries: HashedEntry[]): ProfilePart => ({
  first_hash,
  properties: objectOf(entries.map(({ entry }) => entry.property)),
  versions: objectOf(entries.map(({ entry }) => entry.versions)),
});

const objectOf = (entries: string[]) => `{${entries.filter((entry) => entry !== '').join(',')}}`;

/** The profile, or a section of it, that has these parts. `versions`: those of the profile without its properties. */
export function joinParts(versions: string, parts: ProfilePart[]): StoredProfile {
  const inner = (texts: string[]) =>
    texts
      .map((text) => text.slice(1, -1))
      .filter((text) => text !== '')
      .join(',');
  const children = inner(parts.map((part) => part.versions));
  const own = versions.slice(1, -1);
  return {
    properties: `{${inner(parts.map(({ properties }) => properties))}}`,
    versions: `{${[own, children && `"c":{${children}}`].filter(Boolean).join(',')}}`,
  };
}
