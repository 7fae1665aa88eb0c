import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { machineEnvironment } from '@tributary/testing/config';

const bin = path.join(import.meta.dirname, '../bin/tributary.mjs');

/** A machine where the command has a home of its own. Its user has chosen a platform. */
export class Machine {
  readonly home = mkdtempSync(path.join(tmpdir(), 'tributary-cli-'));
  readonly uploads = path.join(this.home, 'tributary/uploads');
  private readonly running: RunningCommand[] = [];

  constructor(private readonly url: string) {}

  /** @param stdin instead of a pipe */
  start(args: readonly string[], stdin: 'pipe' | Socket = 'pipe'): RunningCommand {
    const env = {
      ...machineEnvironment(),
      HOME: this.home,
      XDG_STATE_HOME: this.home,
      TRIBUTARY_URL: this.url,
      TRIBUTARY_TOKEN: 'token',
      TRIBUTARY_DATAMART: '1',
    };
    const child = spawn(process.execPath, [bin, ...args], { env, cwd: this.home, stdio: [stdin, 'pipe', 'pipe'] });
    const command = new RunningCommand(child);
    this.running.push(command);
    return command;
  }

  /** Runs a command without input. */
  async run(...args: string[]): Promise<Ended> {
    const command = this.start(args);
    command.child.stdin?.end();
    return command.ended;
  }

  stop(): void {
    for (const { child } of this.running) child.kill('SIGKILL');
    rmSync(this.home, { recursive: true });
  }
}

interface Ended {
  code: number | null;
  out: string;
  errors: string;
}

export class RunningCommand {
  out = '';
  errors = '';
  /** Resolves when the process and its streams have ended. */
  readonly ended: Promise<Ended>;

  constructor(readonly child: ChildProcess) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.out += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.errors += text));
    this.ended = new Promise((resolve) =>
      child.once('close', (code) => resolve({ code, out: this.out, errors: this.errors })),
    );
  }
}
