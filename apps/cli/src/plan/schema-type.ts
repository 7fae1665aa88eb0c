import { isObject } from '@tributary/contracts/rules/json/json-object';

type Schema = Record<string, unknown>;

const plainTypes: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** A field or a name of TypeScript, in quotes where it needs them. */
const fieldName = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/**
 * The TypeScript type of the values that fit a JSON Schema, or of more: TypeScript has no patterns and no ranges.
 *
 * @param root the document that references lead into
 */
export function schemaType(schema: unknown, root: unknown, indent = ''): string {
  if (schema === false) return 'never';
  if (!isObject(schema)) return 'unknown';
  if ('const' in schema) return literal(schema['const']);
  if (Array.isArray(schema['enum'])) return union(schema['enum'].map(literal));
  const parts = [ownType(schema, root, indent)];
  if (typeof schema['$ref'] === 'string') parts.push(schemaType(target(root, schema['$ref']), root, indent));
  if (Array.isArray(schema['allOf'])) parts.push(...schema['allOf'].map((part) => schemaType(part, root, indent)));
  for (const keyword of ['anyOf', 'oneOf']) {
    const choices = schema[keyword];
    if (Array.isArray(choices)) parts.push(union(choices.map((part) => schemaType(part, root, indent))));
  }
  const known = [...new Set(parts.filter((part) => part !== 'unknown'))];
  if (known.length <= 1) return known[0] ?? 'unknown';
  return known.map((part) => (part.includes(' | ') ? `(${part})` : part)).join(' & ');
}

function ownType(schema: Schema, root: unknown, indent: string): string {
  const { type } = schema;
  const isOfObject = 'properties' in schema || 'required' in schema || 'additionalProperties' in schema;
  const types = type === undefined ? (isOfObject ? ['object'] : []) : [type].flat();
  if (types.length === 0) return 'unknown';
  return union(
    types.map((one) => {
      if (one === 'object') return objectType(schema, root, indent);
      if (one === 'array') return arrayType(schema, root, indent);
      return (typeof one === 'string' ? plainTypes[one] : undefined) ?? 'unknown';
    }),
  );
}

function objectType(schema: Schema, root: unknown, indent: string): string {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = new Set(Array.isArray(schema['required']) ? schema['required'].map(String) : []);
  const inner = `${indent}  `;
  const names = [...new Set([...Object.keys(properties), ...required])];
  const lines = names.flatMap((name) => {
    const member = properties[name];
    const comment = isObject(member) && typeof member['description'] === 'string' ? [docOf(member['description'])] : [];
    const field = `${fieldName(name)}${required.has(name) ? '' : '?'}: ${schemaType(member, root, inner)};`;
    return [...comment, field].map((line) => `${inner}${line}\n`);
  });
  const { additionalProperties } = schema;
  if (additionalProperties !== false) lines.push(`${inner}[property: string]: unknown;\n`);
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('')}${indent}}`;
}

function arrayType(schema: Schema, root: unknown, indent: string): string {
  const { prefixItems, items } = schema;
  if (Array.isArray(prefixItems)) return 'unknown[]';
  const item = schemaType(items, root, indent);
  return item.includes(' | ') || item.includes(' & ') ? `(${item})[]` : `${item}[]`;
}

export const docOf = (text: string): string => `/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */`;

const literal = (value: unknown): string =>
  typeof value === 'object' && value !== null ? 'unknown' : JSON.stringify(value);
const union = (types: string[]) => (types.includes('unknown') ? 'unknown' : [...new Set(types)].join(' | '));

/** The platform takes references into the document only, and none that are recursive. */
function target(root: unknown, reference: string): unknown {
  const fragment = decodeURIComponent(reference.slice(1));
  if (fragment === '') return root;
  if (!fragment.startsWith('/')) return undefined;
  let part = root;
  for (const token of fragment.slice(1).split('/')) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    part = typeof part === 'object' && part !== null ? (part as Schema)[name] : undefined;
  }
  return part;
}
