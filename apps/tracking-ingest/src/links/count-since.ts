import { sidesOf, type TreeLink } from './identity-tree.js';

/** Identifiers that were named together, and how often. */
export interface CountedNaming {
  identifier_ids: string[];
  namings: number;
}

/**
 * Counts for each link of a tree the namings of identifiers of both its sides. They are later than the link: before it, they
 * would have joined what it has joined.
 */
export class LinkCounts {
  readonly counts: number[];
  private readonly sides: Set<string>[];

  constructor(links: TreeLink[]) {
    this.sides = sidesOf(links);
    this.counts = links.map(() => 0);
  }

  add({ identifier_ids, namings }: CountedNaming): void {
    for (const [index, side] of this.sides.entries()) {
      const within = identifier_ids.filter((id) => side.has(id)).length;
      if (within > 0 && within < identifier_ids.length) this.counts[index] = (this.counts[index] ?? 0) + namings;
    }
  }
}
