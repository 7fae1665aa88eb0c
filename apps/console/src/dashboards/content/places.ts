/** Place and size of a card, in columns and rows. */
export interface Place {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The first row, from its own one on, where the place covers none of the others. */
export function firstFreeRow(place: Place, settled: readonly Place[]): number {
  let { y } = place;
  for (;;) {
    const covered = settled.find((other) => overlaps({ ...place, y }, other));
    if (!covered) return y;
    y = covered.y + covered.h;
  }
}

export const overlaps = (one: Place, other: Place): boolean =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;
