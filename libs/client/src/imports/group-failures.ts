import type { LineFailure } from './read-failures.js';

/** Failures for the same reason. */
export interface FailureGroup {
  error_code: string;
  /** With the values that differ from line to line replaced by `…`. */
  reason: string;
  count: number;
  /** The first ones, in line order. */
  examples: LineFailure[];
}

export const mostExamples = 50;
/** More groups than a person reads. All further reasons are one group. */
export const mostGroups = 100;

/** Adds failures to groups, and returns all of them, the most frequent first. */
export class FailureGroups {
  private readonly groups = new Map<string, FailureGroup>();
  total = 0;

  add(failures: readonly LineFailure[]): void {
    for (const failure of failures) {
      this.total += 1;
      const group = this.groupOf(failure);
      group.count += 1;
      if (group.examples.length < mostExamples) group.examples.push(failure);
    }
  }

  list(): FailureGroup[] {
    return [...this.groups.values()].sort((one, other) => other.count - one.count);
  }

  private groupOf({ error_code, error }: LineFailure): FailureGroup {
    const known = this.groups.get(keyOf(error_code, reasonOf(error)));
    if (known) return known;
    const isFull = this.groups.size >= mostGroups;
    const group = { error_code: isFull ? 'other' : error_code, reason: isFull ? 'Other reasons' : reasonOf(error) };
    const key = keyOf(group.error_code, group.reason);
    const found = this.groups.get(key) ?? { ...group, count: 0, examples: [] };
    this.groups.set(key, found);
    return found;
  }
}

const keyOf = (error_code: string, reason: string) => `${error_code} ${reason}`;

/** Positions and quoted values differ from line to line, though the reason is the same. */
export const reasonOf = (error: string): string =>
  error
    .replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => (/^"(null|undefined)"$/.test(quoted) ? quoted : '"…"'))
    .replace(/\[\d+\]/g, '[…]')
    .replace(/\bposition \d+|\bcolumn \d+|\bcell \d+/g, (place) => place.replace(/\d+/, '…'));
