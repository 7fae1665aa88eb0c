import { isObject, type JsonObject } from '@tributary/contracts/rules/json/json-object';
import { linearPattern } from './linear-pattern.js';
import { addSeen, fail, failIn, newSeen, spend, type Check, type Run, type Seen } from './schema-run.js';

/** Compiles a schema inside another one. */
export type CompileSchema = (schema: unknown) => Check;

/** A keyword whose value holds schemas; it may look at the others of its own schema. */
type NestedKeyword = (given: unknown, compile: CompileSchema, schema: JsonObject) => Check;

const listOf = (given: unknown, compile: CompileSchema) => (given as unknown[]).map(compile);
const mapOf = (given: unknown, compile: CompileSchema) =>
  Object.entries(given as JsonObject).map(([name, schema]) => [name, compile(schema)] as const);

/** Runs a check whose failure is no failure, with what it has seen apart. */
function attempt(check: Check, value: unknown, run: Run, seen: Seen | undefined): boolean {
  const own = seen && newSeen();
  const { violation } = run;
  const fits = check(value, run, own);
  run.violation = violation;
  if (fits) addSeen(run, own, seen);
  return fits;
}

const passes = (checks: Check[], value: unknown, run: Run, seen: Seen | undefined) =>
  checks.filter((check) => attempt(check, value, run, seen)).length;

const member = (check: Check, value: JsonObject, name: string, run: Run, seen: Seen | undefined): boolean => {
  spend(run, 1);
  seen?.names.add(name);
  return check(value[name], run, undefined) || failIn(run, name);
};

const item = (check: Check, value: unknown[], index: number, run: Run, seen: Seen | undefined): boolean => {
  spend(run, 1);
  seen?.items.add(index);
  return check(value[index], run, undefined) || failIn(run, index);
};

/** The members that `properties` and `patternProperties` of the schema leave over. */
function additional(schema: JsonObject): (name: string, run: Run) => boolean {
  const named = new Set(isObject(schema['properties']) ? Object.keys(schema['properties']) : []);
  const patterns = Object.keys(isObject(schema['patternProperties']) ? schema['patternProperties'] : {}).map(
    linearPattern,
  );
  return (name, run) => {
    if (named.has(name)) return false;
    return !patterns.some(({ matches, cost }) => {
      spend(run, name.length * cost);
      return matches(name);
    });
  };
}

function contains(given: unknown, compile: CompileSchema, { minContains = 1, maxContains }: JsonObject): Check {
  const check = compile(given);
  const [least, most] = [Number(minContains), maxContains === undefined ? Infinity : Number(maxContains)];
  return (value, run, seen) => {
    if (!Array.isArray(value)) return true;
    let found = 0;
    value.forEach((one, index) => {
      spend(run, 1);
      if (!attempt(check, one, run, undefined)) return;
      found += 1;
      seen?.items.add(index);
    });
    return (found >= least && found <= most) || fail(run, `must contain ${least} to ${most} fitting items`);
  };
}

function condition(given: unknown, compile: CompileSchema, schema: JsonObject): Check {
  const [test, yes, no] = [given, schema['then'] ?? true, schema['else'] ?? true].map(compile);
  return (value, run, seen) => {
    const branch = test && attempt(test, value, run, seen) ? yes : no;
    return branch ? branch(value, run, seen) : true;
  };
}

/** In the order of their checks: those with `unevaluated` see what all others have seen. */
export const nestedKeywords: Record<string, NestedKeyword> = {
  properties: (given, compile) => {
    const checks = mapOf(given, compile);
    return (value, run, seen) => {
      if (!isObject(value)) return true;
      spend(run, checks.length);
      return checks.every(([name, check]) => !Object.hasOwn(value, name) || member(check, value, name, run, seen));
    };
  },
  patternProperties: (given, compile) => {
    const checks = mapOf(given, compile).map(([pattern, check]) => ({ ...linearPattern(pattern), check }));
    return (value, run, seen) =>
      !isObject(value) ||
      Object.keys(value).every((name) =>
        checks.every(({ matches, cost, check }) => {
          spend(run, 1 + name.length * cost);
          return !matches(name) || member(check, value, name, run, seen);
        }),
      );
  },
  additionalProperties: (given, compile, schema) => {
    const check = compile(given);
    const isAdditional = additional(schema);
    return (value, run, seen) =>
      !isObject(value) ||
      Object.keys(value).every((name) => {
        spend(run, 1);
        return !isAdditional(name, run) || member(check, value, name, run, seen);
      });
  },
  propertyNames: (given, compile) => {
    const check = compile(given);
    return (value, run) =>
      !isObject(value) || Object.keys(value).every((name) => check(name, run, undefined) || failIn(run, name));
  },
  prefixItems: (given, compile) => {
    const checks = listOf(given, compile);
    return (value, run, seen) =>
      !Array.isArray(value) ||
      checks.every((check, index) => index >= value.length || item(check, value, index, run, seen));
  },
  items: (given, compile, { prefixItems }) => {
    const check = compile(given);
    const first = Array.isArray(prefixItems) ? prefixItems.length : 0;
    return (value, run, seen) =>
      !Array.isArray(value) || value.every((_one, index) => index < first || item(check, value, index, run, seen));
  },
  contains,
  allOf: (given, compile) => {
    const checks = listOf(given, compile);
    return (value, run, seen) => checks.every((check) => check(value, run, seen));
  },
  anyOf: (given, compile) => {
    const checks = listOf(given, compile);
    return (value, run, seen) => {
      // All are tried only where it matters what they have seen.
      const fits = seen
        ? passes(checks, value, run, seen) > 0
        : checks.some((check) => attempt(check, value, run, undefined));
      return fits || fail(run, 'must fit one schema of anyOf');
    };
  },
  oneOf: (given, compile) => {
    const checks = listOf(given, compile);
    return (value, run, seen) =>
      passes(checks, value, run, seen) === 1 || fail(run, 'must fit exactly one schema of oneOf');
  },
  not: (given, compile) => {
    const check = compile(given);
    return (value, run) => !attempt(check, value, run, undefined) || fail(run, 'must not fit the schema of not');
  },
  if: condition,
  dependentSchemas: (given, compile) => {
    const checks = mapOf(given, compile);
    return (value, run, seen) =>
      !isObject(value) || checks.every(([name, check]) => !Object.hasOwn(value, name) || check(value, run, seen));
  },
  unevaluatedItems: (given, compile) => {
    const check = compile(given);
    return (value, run, seen) =>
      !Array.isArray(value) ||
      value.every((_one, index) => seen?.items.has(index) === true || item(check, value, index, run, seen));
  },
  unevaluatedProperties: (given, compile) => {
    const check = compile(given);
    return (value, run, seen) =>
      !isObject(value) ||
      Object.keys(value).every((name) => seen?.names.has(name) === true || member(check, value, name, run, seen));
  },
};

/** Keywords whose values are one schema, a list of them, or schemas by name. */
export const schemaKeywords = new Set([
  'additionalProperties',
  'propertyNames',
  'items',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
export const schemaListKeywords = new Set(['prefixItems', 'allOf', 'anyOf', 'oneOf']);
export const schemaMapKeywords = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);
