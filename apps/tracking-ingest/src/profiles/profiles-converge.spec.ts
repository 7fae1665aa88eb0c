import { describe, expect, it } from '@jest/globals';
import { lawRuns } from '@tributary/testing/config';
import fc from 'fast-check';
import { someUpdate } from '../../test/profiles/arbitrary-updates.js';
import { canonicalJson, isJsonObject, parseJsonObject, type JsonObject, type JsonValue } from './json-value.js';
import { merge, valueOf, type LwwMap } from './lww-map.js';
import { fromStored, toStored, type StoredProfile } from './stored-profile.js';
import { updateProfile, type ProfileUpdate } from './update-profile.js';

/** The rules applied in the order of time, without versions: the result that every order of arrival must reach. */
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
  it('differ when writes take effect in the order of arrival (control)', () => {
    const inOrderOfArrival = fc.property(history, ({ inTime, arrival }) => {
      expect(arrival.reduce(apply, {})).toEqual(inTime.reduce(apply, {}));
    });
    expect(fc.check(inOrderOfArrival).failed).toBe(true);
  });

  it('converge when each write reads them from storage', () => {
    fc.assert(
      fc.property(history, ({ inTime, arrival, people }) => {
        const store = new Map<number, StoredProfile>();
        const stored = (who: number) => fromStored(store.get(who) ?? { properties: null, versions: '{}' });
        for (const [index, one] of arrival.entries()) {
          const who = people[index] ?? 0;
          store.set(who, toStored(updateProfile(stored(who), one)));
        }
        const { properties } = toStored([0, 1, 2].map(stored).reduce(merge));
        expect(parseJsonObject(properties ?? '')).toEqual(inTime.reduce(apply, {}));
      }),
      { numRuns: lawRuns(1_000) },
    );
  });

  it('converge in any order of arrival', () => {
    fc.assert(
      fc.property(history, ({ inTime, arrival }) => {
        expect(valueOf(arrival.reduce(updateProfile, {}))).toEqual(inTime.reduce(apply, {}));
      }),
      { numRuns: lawRuns(1_000) },
    );
  });

  it('converge when their writes went to several people who are merged later', () => {
    fc.assert(
      fc.property(history, ({ inTime, arrival, people }) => {
        const parts: LwwMap[] = [{}, {}, {}];
        for (const [index, one] of arrival.entries())
          parts[people[index] ?? 0] = updateProfile(parts[people[index] ?? 0] ?? {}, one);
        expect(valueOf(parts.reduceRight(merge))).toEqual(inTime.reduce(apply, {}));
      }),
      { numRuns: lawRuns(1_000) },
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
