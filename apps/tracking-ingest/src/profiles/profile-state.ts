import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from './json-value.js';

/**
 * What a profile, or a value inside it, is known to be, and since when: the join of all its writes. Times are epoch
 * milliseconds. Of each piece only the latest write is kept, those of deletions too, so that whatever comes late finds
 * out that it is late.
 */
export interface ProfileState {
  /** The last time all of it was written; without a value it was removed. */
  set?: { ts: number; value?: JsonValue };
  /** The last time it became an object if it was none: something was written into it. Never before `set`. */
  object_ts?: number;
  /** Elements taken out of an array after `set`, as `canonicalJson`, and when. */
  removed?: Map<string, number>;
  /** What was written or removed inside it, after `set`. */
  children?: Map<string, ProfileState>;
}

/**
 * Both together. In any order and any grouping it is the same, whatever the two hold; only where times are equal, what
 * `newer` has written counts.
 */
export function join(older: ProfileState, newer: ProfileState): ProfileState {
  const [setBefore, setNow] = [older.set?.ts ?? -Infinity, newer.set?.ts ?? -Infinity];
  const newerIsSet = newer.set !== undefined && setNow >= setBefore;
  const kept = newerIsSet ? forget(older, (ts) => ts <= setNow) : older;
  const added = newerIsSet ? newer : forget(newer, (ts) => ts < setBefore);
  return compact({
    set: added.set ?? kept.set,
    object_ts: latest(kept.object_ts, added.object_ts),
    removed: joinRemoved(kept.removed, added.removed),
    children: joinChildren(kept.children, added.children),
  });
}

const latest = (a: number | undefined, b: number | undefined) =>
  a === undefined ? b : b === undefined ? a : Math.max(a, b);

function joinRemoved(older = new Map<string, number>(), newer = new Map<string, number>()): Map<string, number> {
  const joined = new Map(older);
  for (const [element, ts] of newer) joined.set(element, Math.max(ts, joined.get(element) ?? ts));
  return joined;
}

function joinChildren(
  older = new Map<string, ProfileState>(),
  newer = new Map<string, ProfileState>(),
): Map<string, ProfileState> {
  const joined = new Map(older);
  for (const [key, state] of newer) joined.set(key, join(joined.get(key) ?? {}, state));
  return joined;
}

/** Without what was written at a time that is gone. */
export function forget(state: ProfileState, isGone: (ts: number) => boolean): ProfileState {
  const children = new Map<string, ProfileState>();
  for (const [key, child] of state.children ?? []) {
    const left = forget(child, isGone);
    if (Object.keys(left).length > 0) children.set(key, left);
  }
  return compact({
    set: state.set && !isGone(state.set.ts) ? state.set : undefined,
    object_ts: state.object_ts === undefined || isGone(state.object_ts) ? undefined : state.object_ts,
    removed: new Map([...(state.removed ?? [])].filter(([, ts]) => !isGone(ts))),
    children,
  });
}

/** A state without empty parts, so that one that says nothing is `{}`. */
function compact({
  set,
  object_ts,
  removed,
  children,
}: { [Key in keyof ProfileState]: ProfileState[Key] | undefined }) {
  const state: ProfileState = {};
  if (set) state.set = set;
  if (object_ts !== undefined) state.object_ts = object_ts;
  if (removed && removed.size > 0) state.removed = removed;
  if (children && children.size > 0) state.children = children;
  return state;
}

/** The value that all writes have led to; undefined when there is none. `inherited` is what the object around it says. */
export function valueOf(state: ProfileState, inherited?: JsonValue): JsonValue | undefined {
  const set = state.set ? state.set.value : inherited;
  const value = state.object_ts !== undefined && !isJsonObject(set) ? {} : set;
  if (Array.isArray(value)) return without(value, state.removed);
  return isJsonObject(value) ? withChildren(value, state.children) : value;
}

const without = (array: JsonValue[], removed?: Map<string, number>) =>
  removed ? array.filter((item) => !removed.has(canonicalJson(item))) : array;

function withChildren(object: JsonObject, children = new Map<string, ProfileState>()): JsonObject {
  const entries = new Map(Object.entries(object));
  for (const [key, child] of children) {
    const value = valueOf(child, entries.get(key));
    if (value === undefined) entries.delete(key);
    else entries.set(key, value);
  }
  // Not by assignment: a key may be called __proto__.
  return Object.fromEntries(entries);
}
