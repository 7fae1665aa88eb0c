import { linearPattern } from './linear-pattern.js';
import { schemaKeywords, schemaListKeywords, schemaMapKeywords } from './nested-keywords.js';
import { resolveReference } from './schema-references.js';
import { isObject, type JsonObject } from '@tributary/contracts/rules/json/json-object';

export const schemaLimits = { bytes: 65_536, depth: 16, nodes: 10_000, patterns: 500 } as const;

const dialect = 'https://json-schema.org/draft/2020-12/schema';
const typeNames = new Set(['null', 'boolean', 'object', 'array', 'number', 'integer', 'string']);

const isText = (value: unknown): value is string => typeof value === 'string';
const areTexts = (value: unknown) =>
  Array.isArray(value) && value.every(isText) && new Set(value).size === value.length;
const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0;
const isNumber = (value: unknown) => typeof value === 'number';
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isSchema = (value: unknown) => isObject(value) || isBoolean(value);
const isTypes = (value: unknown) =>
  [value].flat().every((type) => isText(type) && typeNames.has(type)) &&
  (isText(value) || (areTexts(value) && (value as unknown[]).length > 0));

/** Which values the keywords take. Others only annotate. */
const values: Record<string, [problem: string, fits: (value: unknown) => boolean]> = {
  type: ['must be a type, or a list of types', isTypes],
  enum: ['must be a list', Array.isArray],
  multipleOf: ['must be a positive number', (value) => typeof value === 'number' && value > 0],
  required: ['must be a list of different texts', areTexts],
  dependentRequired: [
    'must be lists of different texts by name',
    (value) => isObject(value) && Object.values(value).every(areTexts),
  ],
  uniqueItems: ['must be true or false', isBoolean],
  'x-sensitive': ['must be true or false', isBoolean],
  $schema: [`must be ${dialect}`, (value) => isText(value) && value.replace(/#$/, '') === dialect],
  $anchor: ['must be a text', isText],
  pattern: ['must be a text', isText],
  $ref: ['must begin with #: a schema refers to itself only', (value) => isText(value) && value.startsWith('#')],
};
for (const name of ['maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'])
  values[name] = ['must be a number', isNumber];
for (const end of ['Length', 'Items', 'Properties', 'Contains'])
  for (const start of ['min', 'max']) values[start + end] = ['must be an integer from 0', isCount];
for (const name of schemaKeywords) values[name] = ['must be a schema', isSchema];
for (const name of schemaListKeywords)
  values[name] = [
    'must be a list of schemas, not empty',
    (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema),
  ];
for (const name of schemaMapKeywords)
  values[name] = ['must be schemas by name', (value) => isObject(value) && Object.values(value).every(isSchema)];
for (const name of ['$id', '$dynamicRef', '$dynamicAnchor', '$recursiveRef', '$recursiveAnchor', '$vocabulary'])
  values[name] = ['is not supported: a schema is one document that refers to itself only', () => false];

/** Nodes and depth of a part of a schema, with what its references lead to. */
interface Size {
  nodes: number;
  depth: number;
}

/** Why a schema cannot be taken, beginning with its place (`/properties/a: …`); undefined if it can. */
export function checkSchema(schema: unknown): string | undefined {
  if (!isSchema(schema)) return 'must be an object, or true or false';
  if (Buffer.byteLength(JSON.stringify(schema)) > schemaLimits.bytes)
    return `is larger than ${schemaLimits.bytes} bytes`;
  try {
    new SchemaChecker(schema).check();
    return undefined;
  } catch (error) {
    if (error instanceof SchemaProblem) return error.message;
    throw error;
  }
}

class SchemaProblem extends Error {}

class SchemaChecker {
  private readonly sizes = new Map<JsonObject, Size>();
  private readonly open = new Set<JsonObject>();
  private patterns = 0;

  constructor(private readonly root: unknown) {}

  check(): void {
    this.checkParts(this.root, '', 1);
    const { nodes, depth } = this.sizeOf(this.root);
    if (nodes > schemaLimits.nodes) throw new SchemaProblem(`has more than ${schemaLimits.nodes} nodes when expanded`);
    if (depth > schemaLimits.depth) throw new SchemaProblem(`is deeper than ${schemaLimits.depth}`);
  }

  /** Checks each part as written, so that it may refer to any other. */
  private checkParts(schema: unknown, place: string, depth: number): void {
    if (!isObject(schema)) return;
    if (depth > schemaLimits.depth) throw new SchemaProblem(`is deeper than ${schemaLimits.depth}`);
    for (const [keyword, value] of Object.entries(schema)) {
      const rule = Object.hasOwn(values, keyword) ? values[keyword] : undefined;
      if (rule && !(keyword === '$id' && schema === this.root) && !rule[1](value))
        throw new SchemaProblem(`${place}/${keyword}: ${rule[0]}`);
    }
    this.checkPatterns(schema, place);
    for (const [name, part] of partsOf(schema)) this.checkParts(part, `${place}/${name}`, depth + 1);
  }

  private checkPatterns({ pattern, patternProperties }: JsonObject, place: string): void {
    const sources = [...(isText(pattern) ? [pattern] : []), ...Object.keys(patternProperties ?? {})];
    for (const source of sources) {
      this.patterns += 1;
      if (this.patterns > schemaLimits.patterns)
        throw new SchemaProblem(`has more than ${schemaLimits.patterns} patterns`);
      try {
        linearPattern(source);
      } catch (error) {
        throw new SchemaProblem(`${place}/pattern: ${error instanceof Error ? error.message : 'is invalid'}`);
      }
    }
  }

  private sizeOf(schema: unknown): Size {
    if (!isObject(schema)) return { nodes: 1, depth: 1 };
    const known = this.sizes.get(schema);
    if (known) return known;
    if (this.open.has(schema)) throw new SchemaProblem('$ref: must not be recursive');
    this.open.add(schema);
    const size = { nodes: 1, depth: 1 };
    for (const [name, part] of partsOf(schema)) {
      // Definitions count where they are used.
      if (name.startsWith('$defs/') || name.startsWith('definitions/')) continue;
      this.add(size, this.sizeOf(part), 1);
    }
    if (isText(schema['$ref'])) this.add(size, this.sizeOf(this.target(schema['$ref'])), 0);
    this.open.delete(schema);
    this.sizes.set(schema, size);
    return size;
  }

  private add(size: Size, part: Size, deeper: 0 | 1): void {
    size.nodes += part.nodes;
    size.depth = Math.max(size.depth, part.depth + deeper);
  }

  private target(reference: string): unknown {
    const target = resolveReference(this.root, reference);
    if (target === undefined || !isSchema(target))
      throw new SchemaProblem(`$ref: ${reference} is no schema of the document`);
    return target;
  }
}

/** The schemas inside a schema, by their places. */
function* partsOf(schema: JsonObject): Generator<[place: string, schema: unknown]> {
  for (const [keyword, value] of Object.entries(schema)) {
    if (schemaKeywords.has(keyword)) yield [keyword, value];
    else if (schemaListKeywords.has(keyword) || schemaMapKeywords.has(keyword))
      for (const [name, part] of Object.entries(value as JsonObject)) yield [`${keyword}/${name}`, part];
  }
}
