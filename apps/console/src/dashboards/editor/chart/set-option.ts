import type { JsonObject } from '@tributary/contracts/rules/json/json-object';
import { camelCase, field, objectOf } from '@tributary/dashboards/json/json-object';

type OptionPath = [string] | [string, string];

/** An option as stored, in either spelling. */
export function optionAt(options: JsonObject, [name, part]: OptionPath): unknown {
  const value = field(options, name);
  return part === undefined ? value : field(objectOf(value), part);
}

/** Sets an option, in snake_case; undefined removes it. Its other spelling goes, others stay. */
export function setOption(options: JsonObject, [name, part]: OptionPath, value: unknown): JsonObject {
  const next = part === undefined ? value : setOption(objectOf(field(options, name)), [part], value);
  const others = Object.entries(options).filter(([key]) => key !== name && key !== camelCase(name));
  const isEmpty = next === undefined || (part !== undefined && Object.keys(objectOf(next)).length === 0);
  return Object.fromEntries(isEmpty ? others : [...others, [name, next]]);
}
