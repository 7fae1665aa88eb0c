import { isObject, type JsonObject } from '@tributary/contracts/rules/json/json-object';
import { nestedKeywords } from './nested-keywords.js';
import { resolveReference } from './schema-references.js';
import { scalarKeywords } from './scalar-keywords.js';
import {
  addSeen,
  fail,
  newSeen,
  spend,
  TooManySteps,
  type Check,
  type StepBudget,
  type Violation,
} from './schema-run.js';

/** Returns how a value breaks the schema; undefined if it fits. */
export type Validate = (value: unknown, budget: StepBudget) => Violation | undefined;

/**
 * Turns a JSON Schema (2020-12) that `checkSchema` has accepted into functions. No code is generated, and a check ends when
 * its budget is used up: then the value does not fit, because nothing shows that it does.
 */
export function compileSchema(schema: unknown): Validate {
  const check = new SchemaCompiler(schema).compile(schema);
  return (value, budget) => {
    const run = { budget, violation: { path: [], problem: '' } as Violation };
    try {
      return check(value, run, undefined) ? undefined : run.violation;
    } catch (error) {
      if (error instanceof TooManySteps) return { path: [], problem: 'takes too many steps to be checked' };
      throw error;
    }
  };
}

class SchemaCompiler {
  /** Each part once, however many references lead to it. */
  private readonly compiled = new Map<JsonObject, Check>();

  constructor(private readonly root: unknown) {}

  readonly compile = (schema: unknown): Check => {
    if (!isObject(schema)) return schema === false ? refuses : accepts;
    const known = this.compiled.get(schema);
    if (known) return known;
    const check = this.compileObject(schema);
    this.compiled.set(schema, check);
    return check;
  };

  private compileObject(schema: JsonObject): Check {
    const checks: Check[] = [];
    for (const [keyword, checkOf] of Object.entries(scalarKeywords))
      if (keyword in schema) checks.push(checkOf(schema[keyword]));
    if (typeof schema['$ref'] === 'string') checks.push(this.compile(resolveReference(this.root, schema['$ref'])));
    for (const [keyword, checkOf] of Object.entries(nestedKeywords))
      if (keyword in schema) checks.push(checkOf(schema[keyword], this.compile, schema));
    const needsSeen = 'unevaluatedProperties' in schema || 'unevaluatedItems' in schema;
    return (value, run, outer) => {
      spend(run, 1 + checks.length);
      const seen = needsSeen || outer ? newSeen() : undefined;
      if (!checks.every((check) => check(value, run, seen))) return false;
      addSeen(run, seen, outer);
      return true;
    };
  }
}

const accepts: Check = () => true;
const refuses: Check = (_value, run) => fail(run, 'is not allowed');
