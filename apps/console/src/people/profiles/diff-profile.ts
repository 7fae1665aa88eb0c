import { inexact } from '@tributary/contracts/rules/json/json-object';
import { ExactNumber } from '@tributary/client/exact-json';
import type { UpdateStrategy } from '@tributary/contracts/rules/resources/choices';
import { isObject } from '@tributary/contracts/rules/json/json-object';

export type Properties = Record<string, unknown>;

export interface ProfileWrite {
  strategy: UpdateStrategy;
  /** Refines PARTIAL_UPDATE: objects are merged instead of replaced. */
  mergeObjects: boolean;
  body: Properties;
}

/** A property that a write adds (no `before`), changes or removes (no `after`). */
export interface Change {
  property: string;
  before?: unknown;
  after?: unknown;
}

/** Properties that the platform keeps, or reads as the time or the account of the write. */
const reserved = new Set(['$compartment_id', '$user_account_id', '$creation_ts', '$last_modified_ts', '$ts']);

/** The part of a profile that can be edited. */
export const propertiesOf = (profile: Properties): Properties => keep(profile, (name) => !reserved.has(name));

/** The profile after a write, as the platform would have it unless somewhere a later one was made. */
export function applyWrite(current: Properties, { strategy, mergeObjects, body }: ProfileWrite): Properties {
  const given = propertiesOf(body);
  switch (strategy) {
    case 'FORCE_REPLACE':
      return given;
    case 'PARTIAL_UPDATE':
      return mergeObjects ? merged(current, given) : { ...current, ...given };
    case 'PARTIAL_DELETE':
      return without(current, given);
  }
}

export const diffProfiles = (before: Properties, after: Properties): Change[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !(Object.hasOwn(before, name) && Object.hasOwn(after, name) && isSame(before[name], after[name])))
    .map((property) => ({
      property,
      ...(Object.hasOwn(before, property) && { before: before[property] }),
      ...(Object.hasOwn(after, property) && { after: after[property] }),
    }));

/** The body of a PARTIAL_UPDATE: only what was edited. */
export const changedProperties = (current: Properties, edited: Properties, mergeObjects: boolean): Properties =>
  Object.fromEntries(
    Object.entries(edited).flatMap(([name, value]) => {
      const known = Object.hasOwn(current, name) ? current[name] : undefined;
      if (Object.hasOwn(current, name) && isSame(known, value)) return [];
      const isMerged = mergeObjects && isObject(known) && isObject(value);
      return [[name, isMerged ? changedProperties(known, value, true) : value] as const];
    }),
  );

/** Properties that were taken out of the text. A PARTIAL_UPDATE keeps them. */
export const missingProperties = (current: Properties, edited: Properties): string[] =>
  Object.keys(current).filter((name) => !Object.hasOwn(edited, name));

const keep = (object: Properties, isKept: (name: string) => boolean): Properties =>
  Object.fromEntries(Object.entries(object).filter(([name]) => isKept(name)));

function merged(current: Properties, given: Properties): Properties {
  const changes = Object.entries(given).map(([name, value]): [string, unknown] => {
    const known = Object.hasOwn(current, name) ? current[name] : undefined;
    return [name, isObject(known) && isObject(value) ? merged(known, value) : value];
  });
  return { ...current, ...Object.fromEntries(changes) };
}

/** An object removes inside the property, an array removes equal elements, any other value removes the property. */
function without(current: Properties, given: Properties): Properties {
  const removes = (name: string) => Object.hasOwn(given, name) && !Array.isArray(given[name]) && !isObject(given[name]);
  const rest = Object.entries(keep(current, (name) => !removes(name)));
  return Object.fromEntries(
    rest.map(([name, value]) => [name, Object.hasOwn(given, name) ? withoutInside(value, given[name]) : value]),
  );
}

function withoutInside(value: unknown, removed: unknown): unknown {
  if (isObject(removed)) return isObject(value) ? without(value, removed) : value;
  if (!Array.isArray(removed) || !Array.isArray(value)) return value;
  return value.filter((element) => !removed.some((one) => isSame(one, element, isSameDouble)));
}

/** Equal as JSON: the order of an object's properties does not matter. */
function isSame(one: unknown, other: unknown, isSameLeaf = isSameText): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((element, index) => isSame(element, other[index], isSameLeaf));
  if (!isObject(one) || !isObject(other)) return isSameLeaf(one, other);
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name], isSameLeaf))
  );
}

const isSameText = (one: unknown, other: unknown): boolean =>
  one === other || (one instanceof ExactNumber && other instanceof ExactNumber && String(one) === String(other));

/** The platform removes an element whose number has the same value: `1` removes `1.0`. */
const isSameDouble = (one: unknown, other: unknown): boolean => inexact(one) === inexact(other);
