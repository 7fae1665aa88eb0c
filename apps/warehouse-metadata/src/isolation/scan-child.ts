import { ApiError, unavailable } from '@tributary/contracts/errors';
import {
  IsolatedProcess,
  type IsolatedProcessOptions,
  type ProcessEnd,
} from '@tributary/runtime/isolation/isolated-process';
import { refused, unusable } from '../engines/engine-errors.js';
import type { Scan } from '../engines/engine.js';
import { processMemory, wayOut } from './scan-limits.js';
import { ScanAssembler, type ScanAnswer, type ScanRequest } from './scan-messages.js';

export type ChildOptions = Omit<IsolatedProcessOptions, 'memory'>;

/** The parent's end of one scan process. */
export class ScanChild {
  private readonly process: IsolatedProcess<ScanRequest, ScanAnswer>;
  private settle?: { resolve: (scan: Scan) => void; reject: (error: Error) => void };
  private assembler = new ScanAssembler();

  constructor(options: ChildOptions) {
    this.process = new IsolatedProcess<ScanRequest, ScanAnswer>(
      { ...options, memory: processMemory },
      { receive: (answer) => this.receive(answer), end: (end) => this.settle?.reject(errorOf(end)) },
    );
  }

  get hasEnded(): boolean {
    return this.process.hasEnded;
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  /** Rejects only when the process has answered or has ended; an abort of the signal ends it. */
  async scan(request: ScanRequest, signal: AbortSignal): Promise<Scan> {
    const kill = () => this.kill();
    const answer = new Promise<Scan>((resolve, reject) => (this.settle = { resolve, reject }));
    this.assembler = new ScanAssembler();
    this.process.keepParentAlive(true);
    // A failure also ends the process.
    this.process.send(request);
    signal.addEventListener('abort', kill, { once: true });
    if (signal.aborted) kill();
    try {
      return await answer;
    } finally {
      this.settle = undefined;
      signal.removeEventListener('abort', kill);
      this.process.keepParentAlive(false);
    }
  }

  kill(): void {
    this.process.kill();
  }

  private receive(answer: ScanAnswer): void {
    if (answer.kind === 'failed') {
      const { code, message, reason } = answer;
      this.settle?.reject(new ApiError(code, message, { cause: reason === '' ? undefined : new Error(reason) }));
      return;
    }
    const scan = this.assembler.add(answer);
    if (scan) this.settle?.resolve(scan);
  }
}

function errorOf(end: ProcessEnd): Error {
  if ('error' in end) return unavailable('The process that reads engines cannot start', end.error);
  if (end.reason === processMemory.signal || end.reason === 'SIGABRT')
    return refused(`The engine's answer needs more memory than a refresh may use; ${wayOut}`);
  if (end.reason === 'SIGKILL') return unavailable('The engine did not answer in time');
  return unusable(`the process that read it has ended (${end.reason})`);
}
