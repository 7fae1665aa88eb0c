import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { machineEnvironment } from '../config.js';
import { eventually } from '../eventually.js';
import { stopOrphanedServer } from './processes-embedded.js';
import { type Guard, guardGroup } from './processes-guard.js';

/** It only ends a hang: seven processes that start beside other work may take minutes. */
const readyWithinMs = 300_000;
const shownLogCharacters = 4_000;
/** A process that is killed leaves its consumer groups late, which a busy machine must not decide. It only ends a hang. */
const gracefulExitMs = 60_000;

/** A Node.js program and the directory of its log. */
export interface Program {
  /** Also the name of the log file. */
  name: string;
  /** The Node.js that runs it. Default: that of the tests. */
  node?: string;
  /** The script and its arguments. */
  args: string[];
  /** Its environment, without the machine's own settings. */
  env: Record<string, string>;
  logDirectory: string;
  /** Data directory of an embedded platform. It leads to its PostgreSQL, which no signal to the process reaches. */
  embeddedData?: string;
}

/** A process of the system under test. A test starts it, kills it and restarts it with the same settings. */
export class AppProcess {
  /** Whether it was asked to end; the next start clears it. */
  isTerminating = false;
  private child?: ChildProcess;
  private readonly guards: Guard[] = [];

  /** @param url of the service; undefined for a command, which exits by itself. */
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

  /** Starts it, and resolves when /health/ready answers 200. @throws with its output if it exits or takes too long. */
  async start(): Promise<void> {
    this.launch();
    const isReady = async () => {
      if (this.isRunning) await this.expectReady();
    };
    await eventually(isReady, { within: readyWithinMs }).catch((error: unknown) => this.reportLate(error));
    if (!this.isRunning) throw new Error(`${this.program.name} exited during its start\n${this.log()}`);
  }

  /** Starts it as a kubelet does: again if it exits, for example because its database does not answer yet. */
  async startAgain(): Promise<void> {
    await eventually(
      async () => {
        if (!this.isRunning) this.launch();
        await this.expectReady();
      },
      { within: readyWithinMs, every: 250 },
    ).catch((error: unknown) => this.reportLate(error));
  }

  /** Starts it without waiting, in a new process group. The group includes its children, except an embedded PostgreSQL. */
  launch(): void {
    if (this.isRunning) throw new Error(`${this.program.name} already runs`);
    this.isTerminating = false;
    const log = openSync(this.logFile, 'a');
    const env = { ...machineEnvironment(), ...this.program.env };
    const { node = process.execPath, args } = this.program;
    this.child = spawn(node, args, { env, stdio: ['ignore', log, log], detached: true });
    closeSync(log);
    if (this.child.pid !== undefined) this.guards.push(guardGroup(this.child.pid, this.program.embeddedData));
  }

  /** kill -9 of the process alone. Its children keep running, as after a crash. */
  async kill(): Promise<void> {
    if (this.isRunning) this.child?.kill('SIGKILL');
    await this.exit();
  }

  /** kill -9 of the process group. An embedded PostgreSQL is in another group. */
  async killGroup(): Promise<void> {
    if (this.pid !== undefined && this.isRunning) process.kill(-this.pid, 'SIGKILL');
    await this.exit();
  }

  /** Sends SIGTERM. @returns the exit code, or null if a signal ended the process. */
  async terminate(): Promise<number | null> {
    this.isTerminating = true;
    if (this.isRunning) this.child?.kill('SIGTERM');
    return this.exit();
  }

  /** Resolves with the exit code when the process has ended. */
  async exit(): Promise<number | null> {
    const child = this.child;
    if (child && this.isRunning) await new Promise((resolve) => child.once('exit', resolve));
    return child?.exitCode ?? null;
  }

  /** Ends it and its children. SIGTERM comes first, so that it removes its temporary files, then SIGKILL. */
  async stop(): Promise<void> {
    await Promise.race([this.terminate(), sleep(gracefulExitMs, undefined, { ref: false })]);
    await this.killGroup();
    if (this.program.embeddedData !== undefined) await stopOrphanedServer(this.program.embeddedData);
    for (const guard of this.guards.splice(0)) guard.release();
  }

  /** The end of its log, which contains the output of all its starts. */
  log(): string {
    const text = readFileSync(this.logFile, 'utf8');
    return `--- ${this.program.name}, ${this.logFile}\n${text.slice(-shownLogCharacters)}`;
  }

  /** The last line that its logger has written; Node.js and the welcome write other lines. */
  lastLogged(): unknown {
    const lines = readFileSync(this.logFile, 'utf8').split('\n');
    return JSON.parse(lines.findLast((line) => line.startsWith('{')) ?? 'null');
  }

  private get logFile(): string {
    mkdirSync(this.program.logDirectory, { recursive: true });
    return path.join(this.program.logDirectory, `${this.program.name}.log`);
  }

  private reportLate(error: unknown): never {
    throw new Error(`${this.program.name} did not become ready: ${String(error)}\n${this.log()}`, { cause: error });
  }

  private async expectReady(): Promise<void> {
    const response = await fetch(new URL('/health/ready', this.url), { signal: AbortSignal.timeout(30_000) });
    const body = await response.text();
    if (response.status !== 200) throw new Error(`/health/ready answers ${response.status}: ${body}`);
  }
}

/** Runs a program until it exits. @throws with its output unless the exit code is 0. */
export async function runToEnd(program: Program): Promise<void> {
  const command = new AppProcess(program);
  command.launch();
  const code = await command.exit();
  await command.stop();
  if (code !== 0) throw new Error(`${program.name} exited with ${code}\n${command.log()}`);
}

/** Adds the last output of every process to the error. */
export function withLogs(processes: AppProcess[], error: unknown): Error {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new Error(`${message}\n${processes.map((process) => process.log()).join('\n')}`);
}
