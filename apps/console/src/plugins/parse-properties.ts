import { isObject } from '@tributary/contracts/rules/json/json-object';
import { readJson } from '../json/read-json.js';

type ParsedProperties = { properties: NewProperty[] } | { problem: string };

/** As the API takes it. It checks the rest. */
interface NewProperty {
  technical_name: string;
  property_type: string;
  value: unknown;
}

/** Reads the properties of a new version, a JSON array. An empty text is none. */
export function parseProperties(text: string): ParsedProperties {
  const { value = [], problem } = readJson(text);
  if (problem !== undefined) return { problem };
  if (!Array.isArray(value)) return { problem: 'It must be an array: [{"technical_name": …}]' };
  const index = value.findIndex((one) => !isProperty(one));
  if (index >= 0) return { problem: `[${index}] needs a technical_name, a property_type and a value` };
  return { properties: value.filter(isProperty) };
}

const isProperty = (value: unknown): value is NewProperty & Record<string, unknown> =>
  isObject(value) &&
  typeof value['technical_name'] === 'string' &&
  typeof value['property_type'] === 'string' &&
  'value' in value;
