import { isJsonObject, writeJson } from './json-value.js';
import { valueOf, type LwwMap } from './lww-map.js';
import { versionsText } from './stored-profile.js';

/** A top-level property of a profile, or the tombstone of one. */
export interface ProfileEntry {
  key: string;
  /** `"key":value`; empty for a tombstone. */
  property: string;
  /** `"key":{…}`; empty if it has the time of the whole profile. */
  versions: string;
  /** The time of the latest write or removal in it. */
  written: number;
}

export function entriesOf(state: LwwMap): ProfileEntry[] {
  const value = valueOf(state);
  const properties = new Map(isJsonObject(value) ? Object.entries(value) : []);
  const keys = new Set([...properties.keys(), ...(state.children?.keys() ?? [])]);
  return Array.from(keys, (key) => {
    const [own, child] = [properties.get(key), state.children?.get(key)];
    const name = `${JSON.stringify(key)}:`;
    return {
      key,
      property: own === undefined ? '' : name + writeJson(own),
      versions: child ? name + versionsText(child) : '',
      written: Math.max(newestIn(child), state.set?.ts ?? -Infinity),
    };
  });
}

/** The time of the latest write or removal in a map. */
export function newestIn(map: LwwMap | undefined): number {
  if (!map) return -Infinity;
  let newest = Math.max(map.set?.ts ?? -Infinity, map.object_ts ?? -Infinity);
  for (const ts of map.removed?.values() ?? []) newest = Math.max(newest, ts);
  for (const child of map.children?.values() ?? []) newest = Math.max(newest, newestIn(child));
  return newest;
}
