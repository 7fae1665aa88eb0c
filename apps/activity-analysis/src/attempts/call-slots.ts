import type { OrganisationUse } from '@tributary/contracts/shares/fair-slots';
import { OrganisationShares } from '@tributary/contracts/shares/organisation-shares';

/** Most calls in progress of a process, and of an analyzer in it. */
const maxCalls = 256;
const maxOfAnalyzer = 64;
/** An analyzer that does not answer keeps this many. */
const minOfAnalyzer = 4;
/** An answer that takes longer costs an analyzer slots, as a time-out does, while others lack them. */
const slowMs = 2_000;
/** An organisation that lacked slots asks again sooner, if it still does. */
const lackingMs = 1_000;

interface AnalyzerCalls {
  organisation_id: string;
  inProgress: number;
  limit: number;
}

export interface EndedCall {
  tookMs: number;
  hasTimedOut: boolean;
}

/**
 * Shares the calls of this process among the organisations, and those of each among its analyzers. An analyzer may use a
 * part of what is free, so that a few that hang leave slots to all others. A time-out halves the limit of an analyzer, and
 * each answer in time raises it by one.
 *
 * No FairSlots: nothing waits here. A queue takes all that it may have before it claims activities for them, and gives the
 * rest back; FairSlots has a number for a request, fixed limits and an order of those who wait. What both know about
 * organisations is OrganisationShares.
 */
export class CallSlots {
  private readonly analyzers = new Map<string, AnalyzerCalls>();
  /** Calls in progress of each organisation that has some. */
  private readonly held = new Map<string, number>();
  /** When each organisation got fewer slots than it asked for. */
  private readonly lacking = new Map<string, number>();
  private readonly shares: OrganisationShares;
  private total = 0;

  /** @param now a clock, milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.shares = new OrganisationShares(now);
  }

  /** Takes all slots that the analyzer may have now, before activities are claimed for them. @returns how many */
  reserve(organisation_id: string, analyzer_id: string): number {
    const calls = this.of(organisation_id, analyzer_id);
    const wanted = calls.limit - calls.inProgress;
    const free = this.roomOf(calls.organisation_id);
    const room = Math.max(0, Math.min(wanted, Math.ceil(free / 2)));
    if (room < wanted) this.lacking.set(calls.organisation_id, this.now());
    else this.lacking.delete(calls.organisation_id);
    this.count(calls, room);
    return room;
  }

  /** Gives slots back that were not used. */
  giveBack(analyzer_id: string, unused: number): void {
    const calls = this.analyzers.get(analyzer_id);
    if (!calls) return;
    if (unused > 0) this.lacking.delete(calls.organisation_id);
    this.count(calls, -unused);
  }

  release(analyzer_id: string, { tookMs, hasTimedOut }: EndedCall): void {
    const calls = this.analyzers.get(analyzer_id);
    if (!calls) return;
    this.count(calls, -1);
    const isSlow = hasTimedOut || (tookMs > slowMs && this.othersLacking(calls.organisation_id) > 0);
    const limit = isSlow ? Math.floor(calls.limit / 2) : calls.limit + 1;
    calls.limit = Math.min(Math.max(limit, minOfAnalyzer), maxOfAnalyzer);
    // Nothing is left to remember.
    if (calls.inProgress === 0 && calls.limit === maxOfAnalyzer) this.analyzers.delete(analyzer_id);
  }

  get inProgress(): number {
    return this.total;
  }

  /** One that lacks slots counts as one that waits. */
  organisations(): OrganisationUse[] {
    this.forgetLacking();
    const ids = new Set([...this.held.keys(), ...this.lacking.keys()]);
    return [...ids].map((organisation_id) => ({
      organisation_id,
      held: this.held.get(organisation_id) ?? 0,
      waiting: this.lacking.has(organisation_id) ? 1 : 0,
    }));
  }

  /** Beside organisations that lack slots, each may have an equal part. */
  private roomOf(organisation_id: string): number {
    this.shares.see(organisation_id);
    const own = this.held.get(organisation_id) ?? 0;
    const hasOthers = this.held.size > (own > 0 ? 1 : 0);
    const room = this.shares.room(maxCalls, { all: this.total, own, hasOthers });
    const others = this.othersLacking(organisation_id);
    return others === 0 ? room : Math.min(room, Math.floor(maxCalls / (others + 1)) - own);
  }

  private othersLacking(organisation_id: string): number {
    this.forgetLacking();
    return this.lacking.size - (this.lacking.has(organisation_id) ? 1 : 0);
  }

  private forgetLacking(): void {
    for (const [organisation_id, since] of this.lacking)
      if (this.now() - since > lackingMs) this.lacking.delete(organisation_id);
  }

  private count(calls: AnalyzerCalls, more: number): void {
    const { organisation_id } = calls;
    const held = (this.held.get(organisation_id) ?? 0) + more;
    if (held > 0) this.held.set(organisation_id, held);
    else this.held.delete(organisation_id);
    calls.inProgress += more;
    this.total += more;
  }

  /** An analyzer may become known, with its organisation, while it has no call in progress. */
  private of(organisation_id: string, analyzer_id: string): AnalyzerCalls {
    let calls = this.analyzers.get(analyzer_id);
    if (!calls) this.analyzers.set(analyzer_id, (calls = { organisation_id, inProgress: 0, limit: maxOfAnalyzer }));
    else if (calls.inProgress === 0) calls.organisation_id = organisation_id;
    return calls;
  }
}
