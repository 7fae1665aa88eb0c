/** An organisation that has not asked for a resource in this time does not count any more, unless it holds some. */
export const activeMs = 600_000;
/** No slot is reserved of fewer: organisations take turns. */
const reservedFrom = 4;

/** The last quarter of a resource, which one organisation does not get beside others. */
export const reserveOf = (total: number) => (total < reservedFrom ? 0 : Math.floor(total / 4));

/** How much of a resource is in use: by all, by one organisation, and whether it is in use by any other. */
export interface Use {
  all: number;
  own: number;
  hasOthers: boolean;
}

/**
 * How much of one resource each organisation may have. One that is alone may have all. Beside others it may have three
 * quarters: the last quarter goes to organisations that have none, one slot each.
 */
export class OrganisationShares {
  /** When each organisation asked for the last time, oldest first. */
  private readonly asked = new Map<string, number>();

  /** @param now a clock, milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** The organisation asks for the resource. */
  see(organisation_id: string): void {
    const now = this.now();
    this.asked.delete(organisation_id);
    this.asked.set(organisation_id, now);
    for (const [other, at] of this.asked) {
      if (now - at < activeMs) return;
      this.asked.delete(other);
    }
  }

  /** How many more of `total` slots the organisation that was seen last may have. */
  room(total: number, { all, own, hasOthers }: Use): number {
    const free = total - all;
    if (!hasOthers && this.asked.size <= 1) return free;
    const limit = total - reserveOf(total);
    const room = Math.max(0, Math.min(limit - all, limit - own));
    return own === 0 ? Math.max(room, Math.min(1, free)) : room;
  }
}
