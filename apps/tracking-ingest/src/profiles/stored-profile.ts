import { writeTime } from '@tributary/contracts/tracking/write-time';
import { isJsonObject, parseJsonObject, writeJson, type JsonValue } from './json-value.js';
import { valueOf, type LwwMap } from './lww-map.js';

/** A stored profile: its properties as JSON text (null: deleted), and the versions of its properties. */
export interface StoredProfile {
  properties: string | null;
  versions: string;
}

/** The times of a `LwwMap` without its values, which the properties hold. Short names: each profile has it. */
interface Versions {
  /** set */
  s?: number;
  /** object_ts */
  o?: number;
  /** removed */
  r?: Record<string, number>;
  /** children */
  c?: Record<string, Versions>;
}

export function toStored(state: LwwMap): StoredProfile {
  const value = valueOf(state);
  return { properties: value === undefined ? null : writeJson(value), versions: JSON.stringify(toVersions(state)) };
}

export function fromStored({ properties, versions }: StoredProfile): LwwMap {
  const value = properties === null ? undefined : parseJsonObject(properties);
  return fromVersions(JSON.parse(versions) as Versions, value);
}

/** The versions of a property, or of the profile without its properties. */
export const versionsText = (map: LwwMap): string => JSON.stringify(toVersions(map));

function toVersions({ set, object_ts, removed, children }: LwwMap): Versions {
  const versions: Versions = {};
  if (set) versions.s = set.ts;
  if (object_ts !== undefined) versions.o = object_ts;
  if (removed) versions.r = Object.fromEntries(removed);
  if (children) versions.c = Object.fromEntries([...children].map(([key, child]) => [key, toVersions(child)]));
  return versions;
}

function fromVersions({ s, o, r, c }: Versions, value: JsonValue | undefined): LwwMap {
  const state: LwwMap = {};
  if (s !== undefined) state.set = value === undefined ? { ts: s } : { ts: s, value };
  if (o !== undefined) state.object_ts = o;
  if (r) state.removed = new Map(Object.entries(r));
  if (c)
    state.children = new Map(Object.entries(c).map(([key, child]) => [key, fromVersions(child, inside(value, key))]));
  return state;
}

/**
 * The versions with the future times of an older version replaced by the receipt. Undefined if there are none.
 *
 * @param received_ts the latest at which they were received, epoch milliseconds
 */
export function withoutFutureTimes(versions: string, received_ts: number): string | undefined {
  let isChanged = false;
  const clamped = (ts: number) => {
    const counts = writeTime(ts, received_ts);
    isChanged ||= counts !== ts;
    return counts;
  };
  const changed = JSON.stringify(mapTimes(JSON.parse(versions) as Versions, clamped));
  return isChanged ? changed : undefined;
}

const mapTimes = ({ s, o, r, c }: Versions, change: (ts: number) => number): Versions => ({
  ...(s !== undefined && { s: change(s) }),
  ...(o !== undefined && { o: change(o) }),
  ...(r && { r: mapValues(r, change) }),
  ...(c && { c: mapValues(c, (child) => mapTimes(child, change)) }),
});

const mapValues = <Value>(values: Record<string, Value>, change: (value: Value) => Value): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));

const inside = (value: JsonValue | undefined, key: string) =>
  isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
