/** How often a key was seen: at most `count`, at least `count - excess`. */
interface Counter {
  key: string;
  count: number;
  excess: number;
}

/**
 * The keys that stand on most lines, in bounded memory (Space-Saving, merged chunk by chunk): a key that is not among
 * the counters was seen at most `floor` times, and `floor` is at most the number of sightings over `maxCounters`.
 */
export interface HeavyHitters {
  floor: number;
  counters: [key: string, count: number, excess: number][];
}

/** 10 MB of file may hold as many; the error is below a tenth of the percent that is reported. */
export const maxCounters = 1_024;

export const noHitters: HeavyHitters = { floor: 0, counters: [] };

/** Adds exact counts of further lines. */
export function addCounts({ floor, counters }: HeavyHitters, counts: ReadonlyMap<string, number>): HeavyHitters {
  const merged = new Map<string, Counter>();
  for (const [key, count, excess] of counters) merged.set(key, { key, count, excess });
  for (const [key, count] of counts) {
    const known = merged.get(key);
    if (known) known.count += count;
    // It may have been dropped before, at no more than the floor.
    else merged.set(key, { key, count: count + floor, excess: floor });
  }
  const ranked = [...merged.values()].sort(byWeight);
  const dropped = ranked.slice(maxCounters);
  return {
    floor: Math.max(floor, ...dropped.slice(0, 1).map(({ count }) => count)),
    counters: ranked.slice(0, maxCounters).map(({ key, count, excess }) => [key, count, excess]),
  };
}

/** The heaviest first; the certain before the uncertain; otherwise as they came. */
const byWeight = (a: Counter, b: Counter) => b.count - a.count || a.excess - b.excess;

const topSize = 10;
const fewLines = 1_000;
const heavyShare = 0.01;

export interface IdentifierReport {
  possible_issue_on_identifiers: boolean;
  top_identifiers: Record<string, number>;
}

/** Counts that are certain: of a file with up to `maxCounters` identifiers, and of heavy ones from its start on, exact. */
export function reportOn({ counters }: HeavyHitters, number_of_lines: number): IdentifierReport {
  const certain = counters
    .map(([key, count, excess]) => [key, count - excess] as const)
    .sort(([, a], [, b]) => b - a)
    .slice(0, topSize);
  const heaviest = certain[0]?.[1] ?? 0;
  return {
    possible_issue_on_identifiers: number_of_lines >= fewLines && heaviest > number_of_lines * heavyShare,
    top_identifiers: Object.fromEntries(certain),
  };
}
