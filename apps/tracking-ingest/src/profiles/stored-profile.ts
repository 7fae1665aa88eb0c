import { isJsonObject, parseJsonObject, writeJson, type JsonValue } from './json-value.js';
import { valueOf, type ProfileState } from './profile-state.js';

/** A profile as it is kept: what it says, as JSON text (null: deleted), and beside it when that was written. */
export interface StoredProfile {
  properties: string | null;
  clock: string;
}

/** The times of a `ProfileState` without its values, which the properties hold. Short names: each profile has it. */
interface Clock {
  /** set */
  s?: number;
  /** object_ts */
  o?: number;
  /** removed */
  r?: Record<string, number>;
  /** children */
  c?: Record<string, Clock>;
}

export function toStored(state: ProfileState): StoredProfile {
  const value = valueOf(state);
  return { properties: value === undefined ? null : writeJson(value), clock: JSON.stringify(toClock(state)) };
}

export function fromStored({ properties, clock }: StoredProfile): ProfileState {
  const value = properties === null ? undefined : parseJsonObject(properties);
  return fromClock(JSON.parse(clock) as Clock, value);
}

function toClock({ set, object_ts, removed, children }: ProfileState): Clock {
  const clock: Clock = {};
  if (set) clock.s = set.ts;
  if (object_ts !== undefined) clock.o = object_ts;
  if (removed) clock.r = Object.fromEntries(removed);
  if (children) clock.c = Object.fromEntries([...children].map(([key, child]) => [key, toClock(child)]));
  return clock;
}

function fromClock({ s, o, r, c }: Clock, value: JsonValue | undefined): ProfileState {
  const state: ProfileState = {};
  if (s !== undefined) state.set = value === undefined ? { ts: s } : { ts: s, value };
  if (o !== undefined) state.object_ts = o;
  if (r) state.removed = new Map(Object.entries(r));
  if (c) state.children = new Map(Object.entries(c).map(([key, child]) => [key, fromClock(child, inside(value, key))]));
  return state;
}

const inside = (value: JsonValue | undefined, key: string) =>
  isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
