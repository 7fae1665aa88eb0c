import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from './json-value.js';

/**
 * A last-write-wins (LWW) map with tombstones: the merge of all writes to a profile, or to a value inside it. It keeps the
 * version of each entry, which is the time of its latest write or deletion, so that a late write is recognised as late.
 * Times are epoch milliseconds.
 */
export interface LwwMap {
  /** The last write of the whole value; without `value` it was a removal (tombstone). */
  set?: { ts: number; value?: JsonValue };
  /** The last write into the value, which makes it an object if it is none. Never before `set`. */
  object_ts?: number;
  /** Elements removed from an array after `set`: `canonicalJson` → time. */
  removed?: Map<string, number>;
  /** Writes and removals inside it, after `set`. */
  children?: Map<string, LwwMap>;
}

/** Merges two maps. Commutative and associative, except that `newer` wins where versions are equal. */
export function merge(older: LwwMap, newer: LwwMap): LwwMap {
  const [setBefore, setNow] = [older.set?.ts ?? -Infinity, newer.set?.ts ?? -Infinity];
  const newerIsSet = newer.set !== undefined && setNow >= setBefore;
  const kept = newerIsSet ? forget(older, (ts) => ts <= setNow) : older;
  const added = newerIsSet ? newer : forget(newer, (ts) => ts < setBefore);
  return compact({
    set: added.set ?? kept.set,
    object_ts: latest(kept.object_ts, added.object_ts),
    removed: mergeRemoved(kept.removed, added.removed),
    children: mergeChildren(kept.children, added.children),
  });
}

const latest = (a: number | undefined, b: number | undefined) =>
  a === undefined ? b : b === undefined ? a : Math.max(a, b);

function mergeRemoved(older = new Map<string, number>(), newer = new Map<string, number>()): Map<string, number> {
  const merged = new Map(older);
  for (const [element, ts] of newer) merged.set(element, Math.max(ts, merged.get(element) ?? ts));
  return merged;
}

function mergeChildren(older = new Map<string, LwwMap>(), newer = new Map<string, LwwMap>()): Map<string, LwwMap> {
  const merged = new Map(older);
  for (const [key, map] of newer) {
    const child = merge(merged.get(key) ?? {}, map);
    if (!isEmpty(child)) merged.set(key, child);
  }
  return merged;
}

export const isEmpty = (map: LwwMap) => Object.keys(map).length === 0;

/** The map without the writes whose time is gone. A map without such writes is not copied: merges call this at each level. */
export function forget(map: LwwMap, isGone: (ts: number) => boolean): LwwMap {
  if (!holdsGone(map, isGone)) return map;
  const children = new Map<string, LwwMap>();
  for (const [key, child] of map.children ?? []) {
    const rest = forget(child, isGone);
    if (!isEmpty(rest)) children.set(key, rest);
  }
  return compact({
    set: map.set && !isGone(map.set.ts) ? map.set : undefined,
    object_ts: map.object_ts === undefined || isGone(map.object_ts) ? undefined : map.object_ts,
    removed: new Map([...(map.removed ?? [])].filter(([, ts]) => !isGone(ts))),
    children,
  });
}

function holdsGone({ set, object_ts, removed, children }: LwwMap, isGone: (ts: number) => boolean): boolean {
  if ((set && isGone(set.ts)) || (object_ts !== undefined && isGone(object_ts))) return true;
  if (removed) for (const ts of removed.values()) if (isGone(ts)) return true;
  if (children) for (const child of children.values()) if (holdsGone(child, isGone)) return true;
  return false;
}

/** Without empty parts, so that a map without writes is `{}`. */
function compact({ set, object_ts, removed, children }: { [Key in keyof LwwMap]: LwwMap[Key] | undefined }) {
  const map: LwwMap = {};
  if (set) map.set = set;
  if (object_ts !== undefined) map.object_ts = object_ts;
  if (removed && removed.size > 0) map.removed = removed;
  if (children && children.size > 0) map.children = children;
  return map;
}

/** The value after all writes; undefined when there is none. `inherited` is its value in the enclosing object. */
export function valueOf(map: LwwMap, inherited?: JsonValue): JsonValue | undefined {
  const set = map.set ? map.set.value : inherited;
  const value = map.object_ts !== undefined && !isJsonObject(set) ? {} : set;
  if (Array.isArray(value)) return without(value, map.removed);
  return isJsonObject(value) ? withChildren(value, map.children) : value;
}

const without = (array: JsonValue[], removed?: Map<string, number>) =>
  removed ? array.filter((item) => !removed.has(canonicalJson(item))) : array;

function withChildren(object: JsonObject, children = new Map<string, LwwMap>()): JsonObject {
  const entries = new Map(Object.entries(object));
  for (const [key, child] of children) {
    const value = valueOf(child, entries.get(key));
    if (value === undefined) entries.delete(key);
    else entries.set(key, value);
  }
  // Not by assignment: a key may be `__proto__`.
  return Object.fromEntries(entries);
}
