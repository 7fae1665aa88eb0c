import { isObject } from '@tributary/contracts/rules/json/json-object';

/** Where and how a value breaks a schema. */
export interface Violation {
  /** Names and positions, from the value inwards. */
  path: (string | number)[];
  problem: string;
}

/** Steps that are left for checks: one check of one value takes at least one. */
export interface StepBudget {
  left: number;
}

/** Members and items that a schema of `unevaluatedProperties` or `unevaluatedItems` need not look at. */
export interface Seen {
  names: Set<string>;
  items: Set<number>;
}

/** The check of one value. The violation is that of the last check that failed. */
export interface Run {
  budget: StepBudget;
  violation: Violation;
}

/** Whether the value fits. `seen` gets what was evaluated. */
export type Check = (value: unknown, run: Run, seen: Seen | undefined) => boolean;

export class TooManySteps extends Error {}

/** @throws TooManySteps */
export function spend({ budget }: Run, steps: number): void {
  budget.left -= steps;
  if (budget.left < 0) throw new TooManySteps();
}

export function fail(run: Run, problem: string): false {
  run.violation = { path: [], problem };
  return false;
}

/** Adds to the path of a violation where the value stands that broke it. */
export function failIn(run: Run, member: string | number): false {
  run.violation.path.unshift(member);
  return false;
}

export const newSeen = (): Seen => ({ names: new Set(), items: new Set() });

export function addSeen(run: Run, from: Seen | undefined, to: Seen | undefined): void {
  if (!from || !to) return;
  spend(run, from.names.size + from.items.size);
  for (const name of from.names) to.names.add(name);
  for (const item of from.items) to.items.add(item);
}

/** One text for equal values of JSON, however their members are ordered. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`);
  return `{${members.join(',')}}`;
}

/** The canonical text of a value that is compared, which takes steps by its length. */
export function comparedText(value: unknown, run: Run): string {
  const text = canonicalText(value);
  spend(run, text.length);
  return text;
}
