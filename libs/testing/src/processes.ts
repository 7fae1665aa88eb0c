import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { machineEnvironment } from './config.js';
import { eventually } from './eventually.js';
import { stopLostServer } from './processes-embedded.js';
import { type Guard, guardGroup } from './processes-guard.js';

const readyWithinMs = 90_000;
const shownLogCharacters = 4_000;
const politeMs = 10_000;

/** A node program, and where its output goes. */
export interface Program {
  /** Names the log file too. */
  name: string;
  /** Script and arguments. */
  args: string[];
  /** All of its environment but the machine's own settings. */
  env: Record<string, string>;
  logDirectory: string;
  /** Data directory of an embedded platform: its PostgreSQL, which no signal to the process reaches, is found by it. */
  embeddedData?: string;
}

/** One process of the system under test, to be started, broken and started again on the same settings. */
export class AppProcess {
  private child?: ChildProcess;
  private readonly guards: Guard[] = [];

  /** @param url where it answers; without one it is a command that ends by itself. */
  constructor(
    readonly program: Program,
    readonly url?: string,
  ) {}

  get pid(): number | undefined {
    return this.child?.pid;
  }

  get isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Starts it and resolves when /health/ready answers 200. @throws with its output when it ends or takes too long. */
  async start(): Promise<void> {
    this.launch();
    await eventually(() => this.isReady(), { within: readyWithinMs }).catch((error: unknown) => {
      throw new Error(`${this.program.name} did not get ready: ${String(error)}\n${this.log()}`, { cause: error });
    });
    if (!this.isRunning) throw new Error(`${this.program.name} ended at its start\n${this.log()}`);
  }

  /** Starts it without waiting. Its own process group holds what it starts in turn, but for an embedded PostgreSQL. */
  launch(): void {
    if (this.isRunning) throw new Error(`${this.program.name} runs already`);
    const log = openSync(this.logFile, 'a');
    const env = { ...machineEnvironment(), ...this.program.env };
    this.child = spawn(process.execPath, this.program.args, { env, stdio: ['ignore', log, log], detached: true });
    closeSync(log);
    if (this.child.pid !== undefined) this.guards.push(guardGroup(this.child.pid, this.program.embeddedData));
  }

  /** kill -9 of the process alone: what it started is left behind, as by a crash. */
  async kill(): Promise<void> {
    if (this.isRunning) this.child?.kill('SIGKILL');
    await this.exit();
  }

  /** kill -9 of the process and of all that it started in its group: an embedded PostgreSQL is in one of its own. */
  async killGroup(): Promise<void> {
    if (this.pid !== undefined && this.isRunning) process.kill(-this.pid, 'SIGKILL');
    await this.exit();
  }

  /** SIGTERM. @returns the exit code, null when it had to be killed by a signal after all. */
  async terminate(): Promise<number | null> {
    if (this.isRunning) this.child?.kill('SIGTERM');
    return this.exit();
  }

  /** Resolves with the exit code once the process is gone. */
  async exit(): Promise<number | null> {
    const child = this.child;
    if (child && this.isRunning) await new Promise((resolve) => child.once('exit', resolve));
    return child?.exitCode ?? null;
  }

  /** Ends it and everything it has ever started: politely, so that it removes its temporary files, but not for long. */
  async stop(): Promise<void> {
    await Promise.race([this.terminate(), sleep(politeMs, undefined, { ref: false })]);
    await this.killGroup();
    if (this.program.embeddedData !== undefined) await stopLostServer(this.program.embeddedData);
    for (const guard of this.guards.splice(0)) guard.release();
  }

  /** The end of its output, over all its starts. */
  log(): string {
    const text = readFileSync(this.logFile, 'utf8');
    return `--- ${this.program.name}, ${this.logFile}\n${text.slice(-shownLogCharacters)}`;
  }

  private get logFile(): string {
    mkdirSync(this.program.logDirectory, { recursive: true });
    return path.join(this.program.logDirectory, `${this.program.name}.log`);
  }

  private async isReady(): Promise<void> {
    if (!this.isRunning) return; // start() says so, there is nothing to wait for
    const response = await fetch(new URL('/health/ready', this.url), { signal: AbortSignal.timeout(5_000) });
    const body = await response.text();
    if (response.status !== 200) throw new Error(`/health/ready answers ${response.status}: ${body}`);
  }
}

/** Runs a program that ends by itself. @throws with its output unless it exits with 0. */
export async function runToEnd(program: Program): Promise<void> {
  const command = new AppProcess(program);
  command.launch();
  const code = await command.exit();
  await command.stop();
  if (code !== 0) throw new Error(`${program.name} exited with ${code}\n${command.log()}`);
}

/** The error, with the last output of every process. */
export function withLogs(processes: AppProcess[], error: unknown): Error {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new Error(`${message}\n${processes.map((process) => process.log()).join('\n')}`);
}
