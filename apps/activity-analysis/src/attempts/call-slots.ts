/** Most calls in progress of a process, and of an analyzer in it. */
const maxCalls = 256;
const maxOfAnalyzer = 64;
/** An analyzer that does not answer keeps this many. */
const minOfAnalyzer = 4;

interface AnalyzerCalls {
  inProgress: number;
  limit: number;
}

/**
 * Shares the calls of this process among the analyzers. Each may use a part of what is free, so that a few that hang leave
 * slots to all others. A time-out halves the limit of an analyzer, and each answer in time raises it by one.
 */
export class CallSlots {
  private readonly analyzers = new Map<string, AnalyzerCalls>();
  private total = 0;

  /** Takes all slots that the analyzer may have now, before activities are claimed for them. @returns how many */
  reserve(analyzer_id: string): number {
    const calls = this.of(analyzer_id);
    const share = Math.ceil((maxCalls - this.total) / 2);
    const room = Math.max(0, Math.min(calls.limit - calls.inProgress, share));
    calls.inProgress += room;
    this.total += room;
    return room;
  }

  /** Gives slots back that were not used. */
  giveBack(analyzer_id: string, unused: number): void {
    this.of(analyzer_id).inProgress -= unused;
    this.total -= unused;
  }

  /** Ends a call. */
  release(analyzer_id: string, hasTimedOut: boolean): void {
    this.giveBack(analyzer_id, 1);
    const calls = this.of(analyzer_id);
    const limit = hasTimedOut ? Math.floor(calls.limit / 2) : calls.limit + 1;
    calls.limit = Math.min(Math.max(limit, minOfAnalyzer), maxOfAnalyzer);
    // Nothing is left to remember.
    if (calls.inProgress === 0 && calls.limit === maxOfAnalyzer) this.analyzers.delete(analyzer_id);
  }

  get inProgress(): number {
    return this.total;
  }

  private of(analyzer_id: string): AnalyzerCalls {
    let calls = this.analyzers.get(analyzer_id);
    if (!calls) this.analyzers.set(analyzer_id, (calls = { inProgress: 0, limit: maxOfAnalyzer }));
    return calls;
  }
}
