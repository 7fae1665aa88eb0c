import { fork, type ChildProcess, type Serializable } from 'node:child_process';
import type { ProcessMemory } from './serve-parent.js';

export interface IsolatedProcessOptions {
  /** The compiled main file of the process, which calls `serveParent`. */
  filename: string;
  /** All of its environment: that of its parent has secrets (`isolatedEnvironment` of config.ts). */
  environment: NodeJS.ProcessEnv;
  memory: ProcessMemory;
}

/** The error of a process that cannot start, or the exit code or signal of one that has started. */
export type ProcessEnd = { error: NodeJS.ErrnoException } | { reason: number | NodeJS.Signals | null };

export interface ProcessListener<Received> {
  receive: (message: Received) => void;
  /** Called once. */
  end: (end: ProcessEnd) => void;
}

/** The parent's end of a process that reads answers from outside, so that nothing in them can harm the parent. */
export class IsolatedProcess<Sent extends Serializable, Received> {
  private readonly child: ChildProcess;
  hasEnded = false;

  constructor({ filename, environment, memory }: IsolatedProcessOptions, listener: ProcessListener<Received>) {
    this.child = fork(filename, [String(process.pid)], {
      execArgv: [`--max-old-space-size=${memory.heapMb}`, `--max-semi-space-size=${memory.semiSpaceMb}`],
      env: environment,
      // Nothing of an answer may get into the log.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    const end = (how: ProcessEnd) => {
      if (this.hasEnded) return;
      this.hasEnded = true;
      listener.end(how);
    };
    this.child
      .on('message', (message) => listener.receive(message as Received))
      .on('error', (error) => end({ error }))
      .on('exit', (code, signal) => end({ reason: signal ?? code }));
    this.keepParentAlive(false);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** A process that has ended does not receive it. */
  send(message: Sent): void {
    if (this.child.connected) this.child.send(message, () => undefined);
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  /** Whether the parent waits for the process: an idle one must not keep it from ending. */
  keepParentAlive(isNeeded: boolean): void {
    const { child } = this;
    for (const handle of [child, child.channel])
      if (isNeeded) handle?.ref();
      else handle?.unref();
  }
}
