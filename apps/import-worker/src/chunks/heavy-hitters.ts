/** A key was seen at most `count` times and at least `count - excess` times. */
interface Counter {
  key: string;
  count: number;
  excess: number;
}

/**
 * The keys that most lines name, in bounded memory: the Space-Saving algorithm, merged chunk by chunk. A key without a
 * counter was seen at most `floor` times. `floor` is at most the number of all sightings divided by `maxCounters`.
 */
export interface HeavyHitters {
  floor: number;
  counters: [key: string, count: number, excess: number][];
}

/** About as many identifiers as 10 MB of a file. The error stays below a tenth of the 1 % that is reported. */
export const maxCounters = 1_024;

export const noHitters: HeavyHitters = { floor: 0, counters: [] };

/** Adds the exact counts of more lines. */
export function addCounts({ floor, counters }: HeavyHitters, counts: ReadonlyMap<string, number>): HeavyHitters {
  const merged = new Map<string, Counter>();
  for (const [key, count, excess] of counters) merged.set(key, { key, count, excess });
  for (const [key, count] of counts) {
    const known = merged.get(key);
    if (known) known.count += count;
    // It may have been dropped before, with a count of at most the floor.
    else merged.set(key, { key, count: count + floor, excess: floor });
  }
  const ranked = [...merged.values()].sort(byWeight);
  const dropped = ranked.slice(maxCounters);
  return {
    floor: Math.max(floor, ...dropped.slice(0, 1).map(({ count }) => count)),
    counters: ranked.slice(0, maxCounters).map(({ key, count, excess }) => [key, count, excess]),
  };
}

/** By count, highest first; equal counts by smaller excess. */
const byWeight = (a: Counter, b: Counter) => b.count - a.count || a.excess - b.excess;

const topSize = 10;
const fewLines = 1_000;
const heavyShare = 0.01;

interface IdentifierReport {
  possible_issue_on_identifiers: boolean;
  top_identifiers: Record<string, number>;
}

/** The heaviest keys. The counts are lower bounds, exact for up to `maxCounters` keys, and for those heavy from the start. */
export const heaviestOf = ({ counters }: HeavyHitters): [key: string, count: number][] =>
  counters
    .map(([key, count, excess]): [string, number] => [key, count - excess])
    .sort(([, a], [, b]) => b - a)
    .slice(0, topSize);

export function reportOn(hitters: HeavyHitters, number_of_lines: number): IdentifierReport {
  const certain = heaviestOf(hitters);
  const heaviest = certain[0]?.[1] ?? 0;
  return {
    possible_issue_on_identifiers: number_of_lines >= fewLines && heaviest > number_of_lines * heavyShare,
    top_identifiers: Object.fromEntries(certain),
  };
}
