import { fork, type ChildProcess } from 'node:child_process';
import { ApiError, unavailable } from '@tributary/contracts/errors';
import { refused, unusable } from '../engines/engine-errors.js';
import type { Scan } from '../engines/engine.js';
import { processMemory, wayOut } from './scan-limits.js';
import { ScanAssembler, type ScanAnswer, type ScanRequest } from './scan-messages.js';

export interface ChildOptions {
  /** The compiled main file of the process. */
  filename: string;
  environment: NodeJS.ProcessEnv;
}

/** The parent's end of one scan process. */
export class ScanChild {
  private readonly child: ChildProcess;
  private settle?: { resolve: (scan: Scan) => void; reject: (error: Error) => void };
  private assembler = new ScanAssembler();
  hasEnded = false;

  constructor({ filename, environment }: ChildOptions) {
    this.child = fork(filename, [String(process.pid)], {
      execArgv: [`--max-old-space-size=${processMemory.heapMb}`, '--max-semi-space-size=8'],
      // Not our own environment, which has the secrets of the service.
      env: environment,
      // An engine could write into the log through the output of its driver.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    this.child
      .on('message', (answer: ScanAnswer) => this.receive(answer))
      .on('error', (error) => this.ended(unavailable('The process that reads engines cannot start', error)))
      .on('exit', (code, signal) => this.ended(reasonOf(code, signal)));
  }

  /** Rejects only when the process has answered or has ended; an abort of the signal ends it. */
  async scan(request: ScanRequest, signal: AbortSignal): Promise<Scan> {
    const kill = () => this.kill();
    const answer = new Promise<Scan>((resolve, reject) => (this.settle = { resolve, reject }));
    this.assembler = new ScanAssembler();
    this.child.ref();
    this.child.channel?.ref();
    // A failure also ends the process.
    this.child.send(request, () => undefined);
    signal.addEventListener('abort', kill, { once: true });
    if (signal.aborted) kill();
    try {
      return await answer;
    } finally {
      this.settle = undefined;
      signal.removeEventListener('abort', kill);
      this.child.unref();
      this.child.channel?.unref();
    }
  }

  kill(): void {
    this.child.kill('SIGKILL');
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

  private ended(reason: Error): void {
    this.hasEnded = true;
    this.settle?.reject(reason);
  }
}

function reasonOf(code: number | null, signal: NodeJS.Signals | null): Error {
  if (signal === processMemory.signal || signal === 'SIGABRT')
    return refused(`The engine's answer needs more memory than a refresh may use; ${wayOut}`);
  if (signal === 'SIGKILL') return unavailable('The engine did not answer in time');
  return unusable(`the process that read it has ended (${signal ?? code})`);
}
