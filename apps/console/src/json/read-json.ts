import { isObject } from '@tributary/contracts/rules/json/json-object';
import { parseJson } from '@tributary/client/exact-json';

interface ReadJson<Value> {
  value?: Value;
  /** Why the text is not what is expected, to be shown at the field. */
  problem?: string;
}

/** Any JSON value. Nothing for an empty text. */
export function readJson(text: string): ReadJson<unknown> {
  if (text.trim() === '') return {};
  try {
    return { value: parseJson(text) };
  } catch (error) {
    return { problem: `This is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}` };
  }
}

/** A JSON object. An empty one for an empty text. */
export function readObject(text: string): ReadJson<Record<string, unknown>> {
  const { value = {}, problem } = readJson(text);
  if (problem !== undefined) return { problem };
  return isObject(value) ? { value } : { problem: 'This must be a JSON object: {"name": "value"}' };
}
