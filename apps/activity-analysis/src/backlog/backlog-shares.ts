import { reserveOf } from '@tributary/contracts/shares/organisation-shares';

/** The organisations that have activities waiting, and those that have sent some lately. */
export interface BacklogUse {
  /** How many activities of each organisation wait. */
  held: ReadonlyMap<string, number>;
  /** Organisations that have sent activities in the last minutes. */
  active: Iterable<string>;
  /** Active ones for whose activities there was no place in the last seconds. */
  lacking: ReadonlySet<string>;
}

/** An organisation may hold one part of so many of what is left of the last quarter: the next ones find some, too. */
const partsOfReserve = 16;

/**
 * Shares the places of activities that wait for analyzers among organisations. One that is alone may have all. Beside others
 * it may have three quarters, and less while others lack places, until all have equally many. The last quarter is for those
 * that hold little: each may have a sixteenth of what is left of it. An organisation that holds more than three quarters,
 * because it was alone, does not take the last quarter from the others: it lies above what that one holds.
 */
export class BacklogShares {
  private readonly held: Map<string, number>;
  private readonly present: Set<string>;
  private all = 0;
  private most = 0;

  /** @param total places, without the last quarter of others beside an organisation that was alone */
  constructor(
    private readonly total: number,
    private readonly use: BacklogUse,
  ) {
    this.held = new Map(use.held);
    this.present = new Set(use.active);
    for (const [organisation_id, held] of this.held) this.count(organisation_id, held);
  }

  /** Activities that wait, of all organisations. */
  get waiting(): number {
    return this.all;
  }

  get isFull(): boolean {
    return this.all >= this.total;
  }

  /** Takes a place, if the organisation may have one more. */
  take(organisation_id: string): boolean {
    const own = this.held.get(organisation_id) ?? 0;
    if (own >= this.limitOf(organisation_id, own)) return false;
    this.held.set(organisation_id, own + 1);
    this.count(organisation_id, 1);
    return true;
  }

  private limitOf(organisation_id: string, own: number): number {
    const others = this.all - own;
    if (this.present.size <= (this.present.has(organisation_id) ? 1 : 0)) return this.total;
    const limit = this.total - reserveOf(this.total);
    const lacking = this.use.lacking.size - (this.use.lacking.has(organisation_id) ? 1 : 0);
    const left = Math.max(limit, this.most) + reserveOf(this.total) - others;
    const part = left < 1 ? 0 : Math.max(1, Math.floor(left / partsOfReserve));
    return Math.max(Math.min(limit - others, Math.floor(limit / (lacking + 1))), part);
  }

  private count(organisation_id: string, more: number): void {
    this.all += more;
    this.most = Math.max(this.most, this.held.get(organisation_id) ?? 0);
    if (more > 0) this.present.add(organisation_id);
  }
}
