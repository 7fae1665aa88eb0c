import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson, isJsonObject, parseJsonObject, type JsonObject, type JsonValue } from './json-value.js';
import { join, valueOf, type ProfileState } from './profile-state.js';
import { fromStored, toStored, type StoredProfile } from './stored-profile.js';
import { updateProfile, type ProfileUpdate } from './update-profile.js';

/** The rules in the order of time, without any bookkeeping: what every order of arrival must lead to. */
function apply(current: JsonObject, { properties, strategy, mergeObjects }: ProfileUpdate): JsonObject {
  switch (strategy) {
    case 'FORCE_REPLACE':
      return properties;
    case 'PARTIAL_DELETE':
      return removeFrom(current, properties);
    case 'PARTIAL_UPDATE':
      return mergeObjects ? mergeInto(current, properties) : { ...current, ...properties };
  }
}

function mergeInto(current: JsonObject, added: JsonObject): JsonObject {
  const inside = (key: string, value: JsonValue) =>
    isJsonObject(value) ? mergeInto(isJsonObject(current[key]) ? current[key] : {}, value) : value;
  return { ...current, ...Object.fromEntries(Object.entries(added).map(([key, value]) => [key, inside(key, value)])) };
}

function removeFrom(current: JsonObject, removed: JsonObject): JsonObject {
  const left = { ...current };
  for (const [key, value] of Object.entries(removed)) {
    const own = left[key];
    if (Array.isArray(value)) {
      if (Array.isArray(own))
        left[key] = own.filter((item) => !value.some((element) => canonicalJson(item) === canonicalJson(element)));
    } else if (!isJsonObject(value)) delete left[key];
    else if (isJsonObject(own)) left[key] = removeFrom(own, value);
  }
  return left;
}

// Few names and values, so that the writes meet.
const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<JsonValue>(null, true, 'x', 'y'),
    fc.array(fc.constantFrom<JsonValue>('x', 'y', null), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b'), tie('json'), { maxKeys: 2 }),
  ),
}));
const someUpdate = fc.record({
  properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), json, { maxKeys: 3 }),
  strategy: fc.constantFrom('PARTIAL_UPDATE', 'PARTIAL_UPDATE', 'PARTIAL_DELETE', 'FORCE_REPLACE'),
  mergeObjects: fc.boolean(),
});
const history = fc
  .array(someUpdate, { minLength: 1, maxLength: 7 })
  .map((updates) => updates.map((one, index) => ({ ...one, ts: index + 1 })))
  .chain((inTime) =>
    fc.record({
      inTime: fc.constant(inTime),
      arrival: fc.shuffledSubarray(inTime, { minLength: inTime.length }),
      people: fc.array(fc.nat(2), { minLength: inTime.length, maxLength: inTime.length }),
    }),
  );

describe('profiles', () => {
  it('would not be, if writes took effect as they arrive: the test would see it', () => {
    const inOrderOfArrival = fc.property(history, ({ inTime, arrival }) => {
      expect(arrival.reduce(apply, {})).toEqual(inTime.reduce(apply, {}));
    });
    expect(fc.check(inOrderOfArrival).failed).toBe(true);
  });

  it('are the same when each write finds them as they were stored', () => {
    fc.assert(
      fc.property(history, ({ inTime, arrival, people }) => {
        const store = new Map<number, StoredProfile>();
        const stored = (who: number) => fromStored(store.get(who) ?? { properties: null, clock: '{}' });
        for (const [index, one] of arrival.entries()) {
          const who = people[index] ?? 0;
          store.set(who, toStored(updateProfile(stored(who), one)));
        }
        const { properties } = toStored([0, 1, 2].map(stored).reduce(join));
        expect(parseJsonObject(properties ?? '')).toEqual(inTime.reduce(apply, {}));
      }),
      { numRuns: 5_000 },
    );
  });

  it('are the same whatever the order in which their writes arrive', () => {
    fc.assert(
      fc.property(history, ({ inTime, arrival }) => {
        expect(valueOf(arrival.reduce(updateProfile, {}))).toEqual(inTime.reduce(apply, {}));
      }),
      { numRuns: 5_000 },
    );
  });

  it('are the same when their writes went to several people who turn out to be one', () => {
    fc.assert(
      fc.property(history, ({ inTime, arrival, people }) => {
        const parts: ProfileState[] = [{}, {}, {}];
        for (const [index, one] of arrival.entries())
          parts[people[index] ?? 0] = updateProfile(parts[people[index] ?? 0] ?? {}, one);
        expect(valueOf(parts.reduceRight(join))).toEqual(inTime.reduce(apply, {}));
      }),
      { numRuns: 5_000 },
    );
  });

  it('are not changed by a write that arrives twice', () => {
    fc.assert(
      fc.property(history, ({ inTime, arrival }) => {
        expect(valueOf([...arrival, ...inTime].reduce(updateProfile, {}))).toEqual(inTime.reduce(apply, {}));
      }),
      { numRuns: 1_000 },
    );
  });
});
