import type { UpdateStrategy } from '@tributary/contracts/user-profile';
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from './json-value.js';
import { forget, join, type ProfileState } from './profile-state.js';

/** Properties that are written to a profile at a time. */
export interface ProfileUpdate {
  properties: JsonObject;
  strategy: UpdateStrategy;
  /** Refines PARTIAL_UPDATE: objects are merged instead of replaced. */
  mergeObjects: boolean;
  /** Epoch milliseconds. */
  ts: number;
}

/** The profile after a write, whatever has been written to it before, of whatever time. */
export const updateProfile = (current: ProfileState, update: ProfileUpdate): ProfileState =>
  join(current, writeOf(update));

/** What one write says by itself (ADR 0014 holds the table). */
export function writeOf({ properties, strategy, mergeObjects, ts }: ProfileUpdate): ProfileState {
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
 * The profile after its deletion. What is older and comes later does not bring it back. What is dated in the future
 * goes as well: else a profile could not be deleted until then.
 */
export function deleteProfile(current: ProfileState, ts: number, now: number): ProfileState {
  const rest = forget(current, (written) => written > now);
  return join(rest, { set: { ts } });
}

/** Objects are written into, everything else is replaced, arrays too. */
const mergeOf = (value: JsonValue, ts: number): ProfileState =>
  isJsonObject(value)
    ? { object_ts: ts, children: each(value, (inner) => mergeOf(inner, ts)) }
    : { set: { ts, value } };

/** An object removes inside, an array removes equal elements, anything else removes the property. */
function removalOf(value: JsonValue, ts: number): ProfileState {
  if (Array.isArray(value)) return { removed: new Map(value.map((element) => [canonicalJson(element), ts])) };
  return isJsonObject(value) ? { children: each(value, (inner) => removalOf(inner, ts)) } : { set: { ts } };
}

const each = (object: JsonObject, write: (value: JsonValue) => ProfileState) =>
  new Map(Object.entries(object).map(([key, value]) => [key, write(value)]));
