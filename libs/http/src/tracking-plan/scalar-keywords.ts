import { isObject } from '@tributary/contracts/rules/json/json-object';
import { linearPattern } from './linear-pattern.js';
import { multipleOf } from './multiple-of.js';
import { comparedText, canonicalText, fail, spend, type Check, type Run } from './schema-run.js';

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};
const isType = (value: unknown, type: string) =>
  type === 'integer' ? typeof value === 'number' && Number.isInteger(value) : typeOf(value) === type;

const ofNumber =
  (fits: (value: number, run: Run) => boolean, problem: string): Check =>
  (value, run) =>
    typeof value !== 'number' || fits(value, run) || fail(run, problem);

const ofText =
  (fits: (value: string, run: Run) => boolean, problem: string): Check =>
  (value, run) =>
    typeof value !== 'string' || fits(value, run) || fail(run, problem);

/** Characters as people count them: a surrogate pair is one. */
function lengthOf(text: string, run: Run): number {
  spend(run, text.length);
  let length = 0;
  for (const _character of text) length += 1;
  return length;
}

const ofArray =
  (fits: (value: unknown[], run: Run) => boolean, problem: string): Check =>
  (value, run) =>
    !Array.isArray(value) || fits(value, run) || fail(run, problem);

const ofObject =
  (fits: (names: string[]) => boolean, problem: string): Check =>
  (value, run) => {
    if (!isObject(value)) return true;
    const names = Object.keys(value);
    spend(run, names.length);
    return fits(names) || fail(run, problem);
  };

function typeCheck(given: unknown): Check {
  const types = Array.isArray(given) ? (given as string[]) : [String(given)];
  const problem = `must be ${types.join(' or ')}`;
  return (value, run) => types.some((type) => isType(value, type)) || fail(run, problem);
}

function enumCheck(given: unknown): Check {
  const allowed = new Set((given as unknown[]).map(canonicalText));
  return (value, run) => allowed.has(comparedText(value, run)) || fail(run, 'must be one of the values of enum');
}

function constCheck(given: unknown): Check {
  const only = canonicalText(given);
  return (value, run) => comparedText(value, run) === only || fail(run, 'must be equal to const');
}

const counted = (n: unknown) => Number(n);

function multipleCheck(given: unknown): Check {
  const isMultiple = multipleOf(counted(given));
  return ofNumber(
    (value, run) => isMultiple(value, (steps) => spend(run, steps)),
    `must be a multiple of ${counted(given)}`,
  );
}

function patternCheck(given: unknown): Check {
  const { matches, cost } = linearPattern(String(given));
  const problem = `must match the pattern ${String(given)}`;
  return ofText((text, run) => {
    spend(run, text.length * cost);
    return matches(text);
  }, problem);
}

const areUnique = (items: unknown[], run: Run) =>
  new Set(items.map((item) => comparedText(item, run))).size === items.length;

/** Keywords that look at a value without any other schema. */
export const scalarKeywords: Record<string, (given: unknown) => Check> = {
  type: typeCheck,
  enum: enumCheck,
  const: constCheck,
  multipleOf: multipleCheck,
  maximum: (given) => ofNumber((value) => value <= counted(given), `must be at most ${counted(given)}`),
  exclusiveMaximum: (given) => ofNumber((value) => value < counted(given), `must be less than ${counted(given)}`),
  minimum: (given) => ofNumber((value) => value >= counted(given), `must be at least ${counted(given)}`),
  exclusiveMinimum: (given) => ofNumber((value) => value > counted(given), `must be more than ${counted(given)}`),
  maxLength: (given) =>
    ofText((text, run) => lengthOf(text, run) <= counted(given), `must have at most ${counted(given)} characters`),
  minLength: (given) =>
    ofText((text, run) => lengthOf(text, run) >= counted(given), `must have at least ${counted(given)} characters`),
  pattern: patternCheck,
  maxItems: (given) => ofArray(({ length }) => length <= counted(given), `must have at most ${counted(given)} items`),
  minItems: (given) => ofArray(({ length }) => length >= counted(given), `must have at least ${counted(given)} items`),
  uniqueItems: (given) => (given === true ? ofArray(areUnique, 'must not have equal items') : () => true),
  maxProperties: (given) =>
    ofObject(({ length }) => length <= counted(given), `must have at most ${counted(given)} properties`),
  minProperties: (given) =>
    ofObject(({ length }) => length >= counted(given), `must have at least ${counted(given)} properties`),
  required: (given) => requiredCheck(given as string[]),
  dependentRequired: (given) => {
    const rules = Object.entries(given as Record<string, string[]>).map(
      ([name, needed]) => [name, requiredCheck(needed), needed.length + 1] as const,
    );
    return (value, run, seen) =>
      !isObject(value) || rules.every(([name, check]) => !Object.hasOwn(value, name) || check(value, run, seen));
  },
};

function requiredCheck(names: string[]): Check {
  return (value, run) => {
    if (!isObject(value)) return true;
    spend(run, names.length);
    const missing = names.find((name) => !Object.hasOwn(value, name));
    if (missing === undefined) return true;
    fail(run, 'is required');
    run.violation.path = [missing];
    return false;
  };
}
