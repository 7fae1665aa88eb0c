import type pg from 'pg';
import { hashOf, joinParts, type ProfilePart } from './part-layout.js';
import { profileKey, type ProfileKey } from './profile-key.js';
import { readParts, readPartsOf, type PartRow } from './profile-parts.js';
import { readRows, type PartsSize, type StoredRow } from './profile-rows.js';
import { noSize, profileLimits, sizeOf, type ProfileSize } from './profile-size.js';
import type { StoredProfile } from './stored-profile.js';

/** The properties that writes concern: those of these names, or all. `replacesAt`: all that are not written later go. */
export type Reach = { names: string[] } | { replacesAt: number } | 'all';

/** Beyond, a profile is read whole: it has hardly more parts. */
const mostNames = 200;

/** The section of a profile that writes concern, or all of it. */
export interface Section {
  /** Undefined if there is no profile yet. */
  row: StoredRow | undefined;
  /** Undefined if there is nothing, or nothing that stays. */
  stored: StoredProfile | undefined;
  /** The ones of a divided profile that hold the section. */
  parts: ProfilePart[];
  /** The profile has nothing else, or will not have it after the write. */
  isAll: boolean;
  /** The section may become so large. */
  limits: ProfileSize;
  /** The size of all else in the profile. */
  rest: ProfileSize;
}

/** Reads the sections of profiles that writes reach, by `profileKey`. */
export async function readSections(
  client: pg.ClientBase,
  keys: ProfileKey[],
  reachOf: (key: string) => Reach,
): Promise<Map<string, Section>> {
  const rows = await readRows(client, keys);
  const reaches = new Map([...rows].map(([key, row]) => [key, narrowed(reachOf(key), row)]));
  const divided = [...rows].flatMap(([key, row]) => (row.parts ? [{ row, reach: reaches.get(key) }] : []));
  const parts = [
    ...(await readParts(
      client,
      divided.flatMap(({ row, reach }) => (reach === 'all' ? [row] : [])),
    )),
    ...(await readPartsOf(
      client,
      divided.flatMap(({ row, reach }) => (Array.isArray(reach) ? reach.map((name) => hashed(row, name)) : [])),
    )),
  ];
  const partsOf = Map.groupBy(parts, profileKey);
  return new Map(
    keys.map((one) => {
      const key = profileKey(one);
      return [key, sectionOf(rows.get(key), reaches.get(key) ?? 'all', partsOf.get(key) ?? [])];
    }),
  );
}

const hashed = (key: ProfileKey, name: string) => ({ ...key, hash: hashOf(name) });

/** The names to read of a divided profile; all, or nothing because nothing of it stays. */
function narrowed(reach: Reach, { parts }: StoredRow): string[] | 'all' | 'nothing' {
  if (!parts || reach === 'all') return 'all';
  if ('replacesAt' in reach) return reach.replacesAt >= parts.newest ? 'nothing' : 'all';
  return reach.names.length > mostNames ? 'all' : reach.names;
}

function sectionOf(row: StoredRow | undefined, reach: string[] | 'all' | 'nothing', parts: PartRow[]): Section {
  const all = { row, parts, isAll: true, rest: noSize };
  if (!row?.parts) return { ...all, stored: row, limits: profileLimits };
  if (reach === 'nothing') return { ...all, stored: undefined, limits: atLeast(profileLimits, row.parts) };
  const stored = joinParts(row.versions, parts);
  if (reach === 'all') return { ...all, stored, limits: profileLimits };
  const rest = restOf(row.parts, stored);
  const limits = {
    properties: profileLimits.properties - rest.properties,
    versions: profileLimits.versions - rest.versions,
  };
  return { row, parts, isAll: false, stored, limits, rest };
}

const atLeast = (one: ProfileSize, other: ProfileSize): ProfileSize => ({
  properties: Math.max(one.properties, other.properties),
  versions: Math.max(one.versions, other.versions),
});

/** Bytes of the entries of an object, each with a comma: those of sections add up. */
const entryBytes = (objectBytes: number) => (objectBytes > '{}'.length ? objectBytes - 1 : 0);

function restOf(parts: PartsSize, stored: StoredProfile): ProfileSize {
  const size = sizeOf(stored);
  return {
    properties: entryBytes(parts.properties) - entryBytes(size.properties),
    versions: parts.versions - size.versions,
  };
}

/** The size of the profile whose section has this size. */
export function wholeSize({ isAll, rest }: Section, section: ProfileSize): ProfileSize {
  if (isAll) return section;
  const entries = rest.properties + entryBytes(section.properties);
  return { properties: entries > 0 ? entries + 1 : '{}'.length, versions: rest.versions + section.versions };
}
