import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

/** Short, so that a block costs a test less than two seconds. */
export const limits = { tickMs: 50, suspectAfterMs: 500, endAfterMs: 1_500, endWithinMs: 1_000 };

export interface Ended {
  code: number | null;
  signal: string | null;
}

const argumentsFor = (options: object) => [
  path.join(import.meta.dirname, 'watched-process.mjs'),
  JSON.stringify({ limits, ...options }),
];

/** A process whose log is not read. */
export class UnreadProcess {
  hasEnded = false;
  readonly ended: Promise<void>;
  private readonly shell: ChildProcess;

  constructor(options: object) {
    const [script = '', json = ''] = argumentsFor(options);
    // The reader lives until `kill`, so that the pipe is full and not broken.
    const pipeline = '{ "$0" "$1" "$2" 2>/dev/null; echo ended >&2; } | sleep 600';
    const args = ['-c', pipeline, process.execPath, script, json];
    this.shell = spawn('sh', args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    this.ended = new Promise((resolve) => this.shell.stderr?.once('data', () => resolve()));
    void this.ended.then(() => (this.hasEnded = true));
  }

  kill(): void {
    this.shell.stderr?.destroy();
    process.kill(-(this.shell.pid ?? 0), 'SIGKILL');
  }
}

/** A process of `watched-process.mjs`, with its output. */
export class WatchedProcess {
  output = '';
  readonly child: ChildProcess;
  /** Resolves when its output has ended too. */
  readonly ended: Promise<Ended>;
  /** Processes that it has started may live on. */
  readonly exited: Promise<Ended>;

  constructor(options: object) {
    this.child = spawn(process.execPath, argumentsFor(options), { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (data: Buffer) => (this.output += String(data)));
    const emitted = (event: 'close' | 'exit') =>
      new Promise<Ended>((resolve) =>
        this.child.once(event, (code: number | null, signal: string | null) => resolve({ code, signal })),
      );
    [this.ended, this.exited] = [emitted('close'), emitted('exit')];
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** The lines that it has logged. */
  logged(): Record<string, unknown>[] {
    const lines = this.output.split('\n').filter((line) => line.startsWith('{'));
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}
