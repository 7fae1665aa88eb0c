import { isJsonObject, type JsonObject } from './json-value.js';
import { valueOf, type LwwMap } from './lww-map.js';
import { entriesOf, type ProfileEntry } from './profile-entries.js';
import { isWithin, sizeOf, type ProfileSize } from './profile-size.js';
import { toStored, type StoredProfile } from './stored-profile.js';

/**
 * A merged profile, at most as large as the limits: without the properties that were written longest ago and do not fit.
 * Tombstones give way before properties do, because without them a late write only comes back.
 */
export function leaveOutOldest(state: LwwMap, limits: ProfileSize): { stored: StoredProfile; leftOut: number } {
  const stored = toStored(state);
  const size = sizeOf(stored);
  if (isWithin(size, limits)) return { stored, leftOut: 0 };
  const value = valueOf(state);
  const object = isJsonObject(value) ? value : {};
  const oldestFirst = entriesOf(state).sort((a, b) => a.written - b.written || (a.key < b.key ? -1 : 1));
  const left = new Set<string>();
  const leave = (entries: ProfileEntry[], fits: () => boolean) => {
    for (const entry of entries) {
      if (fits()) return;
      if (left.has(entry.key)) continue;
      left.add(entry.key);
      size.properties -= bytesOf(entry.property);
      size.versions -= bytesOf(entry.versions);
    }
  };
  const hasValue = ({ property }: ProfileEntry) => property !== '';
  leave(oldestFirst.filter(hasValue), () => size.properties <= limits.properties);
  leave(
    oldestFirst.filter((entry) => !hasValue(entry)),
    () => size.versions <= limits.versions,
  );
  leave(oldestFirst, () => size.versions <= limits.versions);
  const leftOut = [...left].filter((key) => Object.hasOwn(object, key)).length;
  return { stored: toStored(without(state, object, left)), leftOut };
}

/** With its comma. */
const bytesOf = (entry: string) => (entry === '' ? 0 : Buffer.byteLength(entry) + 1);

function without(state: LwwMap, object: JsonObject, left: ReadonlySet<string>): LwwMap {
  const value = Object.fromEntries(Object.entries(object).filter(([key]) => !left.has(key)));
  const children = [...(state.children ?? [])].filter(([key]) => !left.has(key));
  return {
    ...state,
    ...(state.set && 'value' in state.set && { set: { ts: state.set.ts, value } }),
    children: new Map(children),
  };
}
