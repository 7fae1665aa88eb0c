import type { UpdateStrategy } from '@tributary/contracts/tracking/user-profile';
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from './json-value.js';
import { forget, merge, type LwwMap } from './lww-map.js';

/** A write of properties to a profile. */
export interface ProfileUpdate {
  properties: JsonObject;
  strategy: UpdateStrategy;
  /** Refines PARTIAL_UPDATE: objects are merged instead of replaced. */
  mergeObjects: boolean;
  /** Epoch milliseconds. */
  ts: number;
}

/** The profile after a write. The write may be older than earlier ones. */
export const updateProfile = (current: LwwMap, update: ProfileUpdate): LwwMap => merge(current, writeOf(update));

/** One write as a map of its own (table in ADR 0014). */
export function writeOf({ properties, strategy, mergeObjects, ts }: ProfileUpdate): LwwMap {
  switch (strategy) {
    case 'FORCE_REPLACE':
      return { set: { ts, value: properties } };
    case 'PARTIAL_DELETE':
      return { object_ts: ts, children: each(properties, (value) => removalOf(value, ts)) };
    case 'PARTIAL_UPDATE':
      return {
        object_ts: ts,
        children: each(properties, (value) => (mergeObjects ? mergeOf(value, ts) : { set: { ts, value } })),
      };
  }
}

/**
 * The profile after its deletion. Older writes that arrive later do not restore it. Writes dated in the future are deleted
 * too: otherwise a profile could not be deleted until then.
 */
export function deleteProfile(current: LwwMap, ts: number, now: number): LwwMap {
  const rest = forget(current, (written) => written > now);
  return merge(rest, { set: { ts } });
}

/** Objects are merged; all other values, arrays included, are replaced. */
const mergeOf = (value: JsonValue, ts: number): LwwMap =>
  isJsonObject(value)
    ? { object_ts: ts, children: each(value, (inner) => mergeOf(inner, ts)) }
    : { set: { ts, value } };

/** An object removes inside the property, an array removes equal elements, any other value removes the property. */
function removalOf(value: JsonValue, ts: number): LwwMap {
  if (Array.isArray(value)) return { removed: new Map(value.map((element) => [canonicalJson(element), ts])) };
  return isJsonObject(value) ? { children: each(value, (inner) => removalOf(inner, ts)) } : { set: { ts } };
}

const each = (object: JsonObject, write: (value: JsonValue) => LwwMap) =>
  new Map(Object.entries(object).map(([key, value]) => [key, write(value)]));
