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

  /** How many more calls of the analyzer may start. */
  roomFor(analyzer_id: string): number {
    const { inProgress, limit } = this.of(analyzer_id);
    const share = Math.ceil((maxCalls - this.total) / 2);
    return Math.max(0, Math.min(limit - inProgress, share));
  }

  take(analyzer_id: string): void {
    this.of(analyzer_id).inProgress += 1;
    this.total += 1;
  }

  /** Ends a call. */
  release(analyzer_id: string, hasTimedOut: boolean): void {
    const calls = this.of(analyzer_id);
    calls.inProgress -= 1;
    this.total -= 1;
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
