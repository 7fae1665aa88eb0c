import { inexact, isObject, type JsonObject } from '@tributary/contracts/rules/json/json-object';

/** The value as an object; an empty one when it is no object. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The value as a list; an empty one when it is no list. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/**
 * A field that is written in snake_case or in camelCase (dashboard-content: options are read in both). snake_case wins.
 * Undefined when it is absent or null. A number is a double: charts calculate.
 */
export function field(object: JsonObject, name: string): unknown {
  return inexact(own(object, name) ?? own(object, camelCase(name)) ?? undefined);
}

// Only own properties: a stored `constructor` is data, an inherited one is not.
const own = (object: JsonObject, name: string) => (Object.hasOwn(object, name) ? object[name] : undefined);

export const camelCase = (name: string) => name.replace(/_+(\w)/g, (_match, next: string) => next.toUpperCase());

export function textField(object: JsonObject, name: string): string | undefined {
  const value = field(object, name);
  return typeof value === 'string' ? value : undefined;
}

/** A text or an integer, as text: ids are written both ways. */
export function idField(object: JsonObject, name: string): string | undefined {
  const value = field(object, name);
  if (typeof value === 'string' && value !== '') return value;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

export function numberField(object: JsonObject, name: string): number | undefined {
  const value = field(object, name);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function booleanField(object: JsonObject, name: string): boolean | undefined {
  const value = field(object, name);
  return typeof value === 'boolean' ? value : undefined;
}

/** The entry of a closed set that the text names, in any case. */
export const memberOf = <Member extends string>(set: readonly Member[], value: unknown): Member | undefined =>
  typeof value === 'string' ? set.find((member) => member.toLowerCase() === value.toLowerCase()) : undefined;
