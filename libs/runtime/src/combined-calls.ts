import { context, ROOT_CONTEXT, trace, type Context } from '@opentelemetry/api';
import { combinedContext } from '@tributary/bus/consuming/combined-context';
import { isHandledAlone } from '@tributary/bus/suspects/in-flight-batches';
import { recordsTraces } from '@tributary/bus/tracing/records-traces';
import { isSampled } from '@tributary/bus/tracing/traceparent';
import { isUnavailable } from '@tributary/contracts/errors';

export interface CombinedCallsOptions<Item> {
  sizeOf: (item: Item) => number;
  /** Most that one run takes; a larger item runs alone. */
  maxSize: number;
  /** As much as is worth a run beside those in progress. With less, calls wait and share the next run. */
  worthwhileSize: number;
  /** Most runs at the same time. */
  concurrency: number;
}

interface Call<Item> {
  item: Item;
  caller: Context;
  mayShare: boolean;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Combines concurrent calls: items that arrive at the same time, or while others are worked on, share a run. When a run
 * fails, and it was no outage, each of its items runs alone, so that only the item that causes it fails.
 *
 * Items of recorded traces run alone, because the run happens in the trace; and so do messages that may have blocked the
 * thread, because the next block would be blamed on all items of the run.
 */
export class CombinedCalls<Item> {
  private waiting: Call<Item>[] = [];
  private running = 0;
  private isScheduled = false;

  constructor(
    private readonly work: (items: Item[]) => Promise<void>,
    private readonly options: CombinedCallsOptions<Item>,
  ) {}

  /** Resolves when the item's run has ended. */
  run(item: Item): Promise<void> {
    const caller = context.active();
    const mayShare = !isRecorded(caller) && !isHandledAlone(caller);
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, caller, mayShare, resolve, reject });
      this.startSoon();
    });
  }

  /** In the next turn of the event loop, when all calls of this one have arrived. */
  private startSoon(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    const start = () => {
      this.isScheduled = false;
      this.startRuns();
    };
    context.with(ROOT_CONTEXT, () => setImmediate(start));
  }

  private startRuns(): void {
    while (this.mayStart()) {
      this.running++;
      void this.runTogether(this.take()).finally(() => {
        this.running--;
        this.startRuns();
      });
    }
  }

  private mayStart(): boolean {
    const [first] = this.waiting;
    if (!first || this.running >= this.options.concurrency) return false;
    return this.running === 0 || !first.mayShare || this.waitingSize() >= this.options.worthwhileSize;
  }

  private waitingSize(): number {
    return this.waiting.reduce((sum, { item }) => sum + this.options.sizeOf(item), 0);
  }

  /** The first call, and those that may share its run, in their order. */
  private take(): Call<Item>[] {
    const { sizeOf, maxSize } = this.options;
    const [first] = this.waiting;
    const taken: Call<Item>[] = [];
    const left: Call<Item>[] = [];
    let size = 0;
    for (const call of this.waiting) {
      size += sizeOf(call.item);
      const fits = call === first || (first?.mayShare && call.mayShare && size <= maxSize);
      (fits ? taken : left).push(call);
    }
    this.waiting = left;
    return taken;
  }

  private async runTogether(calls: Call<Item>[]): Promise<void> {
    const [only] = calls;
    if (only && calls.length === 1) return this.runAlone(only);
    try {
      const shared = combinedContext(calls.map(({ caller }) => caller));
      await context.with(shared, () => this.work(calls.map(({ item }) => item)));
      for (const { resolve } of calls) resolve();
    } catch (error) {
      if (isUnavailable(error)) for (const { reject } of calls) reject(error);
      else for (const call of calls) await this.runAlone(call);
    }
  }

  private runAlone({ item, caller, resolve, reject }: Call<Item>): Promise<void> {
    return context.with(caller, () => this.work([item])).then(resolve, reject);
  }
}

/** A client's trace that nothing records is passed on only. */
function isRecorded(caller: Context): boolean {
  const span = trace.getSpanContext(caller);
  return span !== undefined && isSampled(span) && recordsTraces();
}
