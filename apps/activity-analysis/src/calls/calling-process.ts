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
/** So does one that does not start in this time. It is longer than a busy machine needs. */
const startMs = 30_000;

interface CallInHand {
  resolve: (result: CallResult) => void;
  timer: NodeJS.Timeout;
}

/** The parent's end of the process that calls plugins. */
export class CallingProcess {
  private readonly process: IsolatedProcess<ToProcess, FromProcess>;
  private readonly inHand = new Map<number, CallInHand>();
  private readonly calls = new Batch<CallRequest & { id: number }>((calls) => this.process.send({ calls }));
  private lastId = 0;
  /** Until it has started, when it was begun. */
  private lastResultMs = performance.now();
  private hasStarted = false;

  /** @param onEnd gets the signal or exit code */
  constructor({ settings, ...options }: ProcessOptions, onEnd: (reason: string) => void) {
    this.process = new IsolatedProcess<ToProcess, FromProcess>(
      { ...options, memory: processMemory },
      {
        receive: ({ results }) => {
          this.hasStarted = true;
          this.lastResultMs = performance.now();
          for (const { id, result } of results) this.end(id, result);
        },
        end: (how) => {
          for (const id of [...this.inHand.keys()]) this.end(id, { kind: 'interrupted' });
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
    if (this.inHand.size === 0) this.process.keepParentAlive(true);
    return new Promise((resolve) => {
      this.inHand.set(id, { resolve, timer: this.watch(id, request.timeoutMs + graceMs) });
      this.calls.add({ id, ...request });
    });
  }

  kill(): void {
    this.process.kill();
  }

  private watch(id: number, ms: number): NodeJS.Timeout {
    // One turn later: a result may have arrived while this process was busy.
    return setTimeout(() => setImmediate(() => this.hang(id)), ms);
  }

  private hang(id: number): void {
    const call = this.inHand.get(id);
    if (!call) return;
    const leftMs = (this.hasStarted ? graceMs : startMs) - (performance.now() - this.lastResultMs);
    // It starts, or works on the calls before this one.
    if (leftMs > 0) call.timer = this.watch(id, leftMs);
    else this.kill();
  }

  private end(id: number, result: CallResult): void {
    const call = this.inHand.get(id);
    if (!call) return;
    this.inHand.delete(id);
    clearTimeout(call.timer);
    if (this.inHand.size === 0) this.process.keepParentAlive(false);
    call.resolve(result);
  }
}
