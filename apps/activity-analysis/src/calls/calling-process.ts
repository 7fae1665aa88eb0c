import { fork, type ChildProcess } from 'node:child_process';
import { Batch, type CallRequest, type CallSettings, type FromProcess, type ToProcess } from './call-messages.js';
import type { CallResult } from './plugin-calls.js';
import { processMemory } from './process-memory.js';

export interface ProcessOptions {
  /** The compiled main file of the process. */
  filename: string;
  environment: NodeJS.ProcessEnv;
  settings: CallSettings;
}

/** A process that brings no result for so long, after the time-out of a call, hangs. */
const graceMs = 2_000;

interface CallInHand {
  resolve: (result: CallResult) => void;
  timer: NodeJS.Timeout;
}

/** The parent's end of the process that calls plugins. */
export class CallingProcess {
  private readonly child: ChildProcess;
  private readonly inHand = new Map<number, CallInHand>();
  private readonly calls = new Batch<CallRequest & { id: number }>((calls) => this.send({ calls }));
  private lastId = 0;
  private lastResultMs = 0;
  hasEnded = false;

  /** @param onEnd gets the signal or exit code */
  constructor(
    { filename, environment, settings }: ProcessOptions,
    private readonly onEnd: (reason: string) => void,
  ) {
    this.child = fork(filename, [String(process.pid)], {
      execArgv: [`--max-old-space-size=${processMemory.heapMb}`, '--max-semi-space-size=16'],
      // Not our own environment, which has the secrets of the service.
      env: environment,
      // Nothing of a plugin's answer may get into the log.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    this.child
      .on('message', ({ results }: FromProcess) => {
        this.lastResultMs = performance.now();
        for (const { id, result } of results) this.end(id, result);
      })
      .on('error', (error: NodeJS.ErrnoException) => this.ended(error.code ?? error.name))
      .on('exit', (code, signal) => this.ended(String(signal ?? code)));
    this.send({ settings });
    this.keepParentAlive(false);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Never rejects. */
  call(request: CallRequest): Promise<CallResult> {
    if (this.hasEnded) return Promise.resolve({ kind: 'interrupted' });
    const id = (this.lastId += 1);
    if (this.inHand.size === 0) this.keepParentAlive(true);
    return new Promise((resolve) => {
      this.inHand.set(id, { resolve, timer: this.watch(id, request.timeoutMs + graceMs) });
      this.calls.add({ id, ...request });
    });
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  private send(message: ToProcess): void {
    // A process that cannot receive it has ended.
    if (this.child.connected) this.child.send(message, () => undefined);
  }

  private watch(id: number, ms: number): NodeJS.Timeout {
    // One turn later: a result may have arrived while this process was busy.
    return setTimeout(() => setImmediate(() => this.hang(id)), ms);
  }

  private hang(id: number): void {
    const call = this.inHand.get(id);
    if (!call) return;
    const idleMs = performance.now() - this.lastResultMs;
    // It works on the calls before this one.
    if (idleMs < graceMs) call.timer = this.watch(id, graceMs - idleMs);
    else this.kill();
  }

  private end(id: number, result: CallResult): void {
    const call = this.inHand.get(id);
    if (!call) return;
    this.inHand.delete(id);
    clearTimeout(call.timer);
    if (this.inHand.size === 0) this.keepParentAlive(false);
    call.resolve(result);
  }

  private ended(reason: string): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    for (const id of [...this.inHand.keys()]) this.end(id, { kind: 'interrupted' });
    this.onEnd(reason);
  }

  /** An idle process must not keep its parent from ending. */
  private keepParentAlive(isNeeded: boolean): void {
    const { child } = this;
    for (const handle of [child, child.channel])
      if (isNeeded) handle?.ref();
      else handle?.unref();
  }
}
