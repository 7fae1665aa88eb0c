import { IsolatedProcess, type IsolatedProcessOptions } from '@tributary/runtime/isolation/isolated-process';
import {
  Batch,
  processMemory,
  type CallRequest,
  type CallSettings,
  type FromProcess,
  type ToProcess,
} from './call-messages.js';
import type { CallResult } from './plugin-calls.js';

export interface ProcessOptions extends Omit<IsolatedProcessOptions, 'memory'> {
  settings: CallSettings;
}

/** A process that brings no result for so long, after the time-out of a call, hangs. */
const graceMs = 2_000;
/** So does one that does not start in this time, which is longer than a busy machine needs. Calls are timed from its start on. */
const startMs = 30_000;

interface InFlightCall {
  resolve: (result: CallResult) => void;
  /** Milliseconds from its sending, or from the start of the process, after which a process without a result hangs. */
  withinMs: number;
  timer: NodeJS.Timeout | undefined;
}

/** The parent's end of the process that calls plugins. */
export class CallingProcess {
  private readonly process: IsolatedProcess<ToProcess, FromProcess>;
  private readonly inFlight = new Map<number, InFlightCall>();
  private readonly calls = new Batch<CallRequest & { id: number }>((calls) => this.process.send({ calls }));
  private lastId = 0;
  private lastResultMs = 0;
  /** Undefined once it has started. */
  private starting: NodeJS.Timeout | undefined = setTimeout(() => this.kill(), startMs).unref();

  /** @param onEnd gets the signal or exit code */
  constructor({ settings, ...options }: ProcessOptions, onEnd: (reason: string) => void) {
    this.process = new IsolatedProcess<ToProcess, FromProcess>(
      { ...options, memory: processMemory },
      {
        receive: ({ results }) => {
          this.lastResultMs = performance.now();
          if (this.starting) this.started();
          for (const { id, result } of results) this.end(id, result);
        },
        end: (how) => {
          clearTimeout(this.starting);
          for (const id of [...this.inFlight.keys()]) this.end(id, { kind: 'interrupted' });
          onEnd('error' in how ? (how.error.code ?? how.error.name) : String(how.reason));
        },
      },
    );
    this.process.send({ settings });
  }

  get hasEnded(): boolean {
    return this.process.hasEnded;
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  /** Never rejects. */
  call(request: CallRequest): Promise<CallResult> {
    if (this.hasEnded) return Promise.resolve({ kind: 'interrupted' });
    const id = (this.lastId += 1);
    if (this.inFlight.size === 0) this.process.keepParentAlive(true);
    return new Promise((resolve) => {
      const withinMs = request.timeoutMs + graceMs;
      this.inFlight.set(id, { resolve, withinMs, timer: this.starting ? undefined : this.watch(id, withinMs) });
      this.calls.add({ id, ...request });
    });
  }

  kill(): void {
    this.process.kill();
  }

  private started(): void {
    clearTimeout(this.starting);
    this.starting = undefined;
    for (const [id, call] of this.inFlight) call.timer = this.watch(id, call.withinMs);
  }

  private watch(id: number, ms: number): NodeJS.Timeout {
    // One turn later: a result may have arrived while this process was busy.
    return setTimeout(() => setImmediate(() => this.hang(id)), ms);
  }

  private hang(id: number): void {
    const call = this.inFlight.get(id);
    if (!call) return;
    const idleMs = performance.now() - this.lastResultMs;
    // It works on the calls before this one.
    if (idleMs < graceMs) call.timer = this.watch(id, graceMs - idleMs);
    else this.kill();
  }

  private end(id: number, result: CallResult): void {
    const call = this.inFlight.get(id);
    if (!call) return;
    this.inFlight.delete(id);
    clearTimeout(call.timer);
    if (this.inFlight.size === 0) this.process.keepParentAlive(false);
    call.resolve(result);
  }
}
