/** Activities that exclusive compartments have kept from joining people. */
export interface ExclusiveCounts {
  /** Identifiers that moved to the person of another account. */
  moved: number;
  /** Identifiers that were left out: a newer activity holds them, or the activity names two exclusive accounts. */
  leftOut: number;
  /** Activities stored on their strongest identifier, because they name people who both have an account. */
  apart: number;
}

export const noExclusiveCases: ExclusiveCounts = { moved: 0, leftOut: 0, apart: 0 };

interface Resolved {
  exclusive?: { moved: number; leftOut: number; isApart: boolean };
}

export function countExclusiveCases(resolutions: (Resolved | { refusal: unknown })[]): ExclusiveCounts {
  let counts = noExclusiveCases;
  for (const one of resolutions) {
    if ('refusal' in one || !one.exclusive) continue;
    const { moved, leftOut, isApart } = one.exclusive;
    counts = addCases(counts, { moved, leftOut, apart: isApart ? 1 : 0 });
  }
  return counts;
}

export const addCases = (one: ExclusiveCounts, other: ExclusiveCounts): ExclusiveCounts => ({
  moved: one.moved + other.moved,
  leftOut: one.leftOut + other.leftOut,
  apart: one.apart + other.apart,
});
