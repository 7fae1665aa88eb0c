import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The content of `postmaster.pid`, which a running PostgreSQL writes into its data directory. */
export interface Postmaster {
  pid: number;
  socketDirectory: string;
  ready: boolean;
}

/** The last postmaster of a data directory, which may have crashed; undefined if it shut down cleanly. */
export function lastPostmaster(dataDirectory: string): Postmaster | undefined {
  const lines = pidFileLines(path.join(dataDirectory, 'postmaster.pid'));
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, socketDirectory: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' } : undefined;
}

/** The postmaster that runs in a data directory; undefined if the pid file is stale or missing. */
export function findPostmaster(dataDirectory: string): Postmaster | undefined {
  const last = lastPostmaster(dataDirectory);
  return last && isPostmaster(last.pid, dataDirectory) ? last : undefined;
}

/** Marks a server with its parent process, for `hasOwner`. */
export const ownerSetting = () => ({ cluster_name: `tributary-${process.pid}` });

/** True while the process that started the server lives: an orphan has another parent. */
export function hasOwner({ pid }: Postmaster): boolean {
  try {
    const { parent, command } = parentOf(pid);
    return command.includes(`cluster_name=tributary-${parent} `);
  } catch {
    return false;
  }
}

function parentOf(pid: number): { parent: number; command: string } {
  if (process.platform === 'linux') {
    const [, parent] = /^PPid:\s*(\d+)$/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return {
      parent: Number(parent),
      command: `${fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')} `,
    };
  }
  const [, parent, command = ''] =
    /^\s*(\d+)\s+(.*)/.exec(execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' })) ??
    [];
  return { parent: Number(parent), command: `${command} ` };
}

/**
 * PostgreSQL ignores a pid file whose process is gone, but not one whose pid now belongs to another process (after a
 * reboot, in a new container). Such a file is removed. It is first moved aside and read again, because a server that
 * starts at this moment must keep its own file.
 */
export function removeForeignPidFile(dataDirectory: string): void {
  const file = path.join(dataDirectory, 'postmaster.pid');
  const pid = Number(pidFileLines(file)[0]);
  if (!isAlive(pid) || isPostmaster(pid, dataDirectory)) return;
  const aside = `${file}.${randomUUID()}`;
  fs.renameSync(file, aside);
  if (Number(pidFileLines(aside)[0]) !== pid) fs.linkSync(aside, file);
  fs.rmSync(aside);
}

const stopTimeoutMs = 10_000;

/** Fast shutdown: cuts sessions, keeps every commit on disk. */
export async function stopPostmaster(pid: number, dataDirectory: string): Promise<void> {
  signal(pid, 'SIGINT');
  if (await hasEnded(pid, dataDirectory)) return;
  // Stops without a checkpoint; the next start recovers from the write-ahead log.
  signal(pid, 'SIGQUIT');
  await hasEnded(pid, dataDirectory);
}

/** Sends a signal; does nothing if the process has ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function hasEnded(pid: number, dataDirectory: string): Promise<boolean> {
  for (const deadline = performance.now() + stopTimeoutMs; performance.now() < deadline; await delay(10)) {
    if (!isPostmaster(pid, dataDirectory)) return true;
  }
  return false;
}

function pidFileLines(file: string): string[] {
  try {
    return fs.readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** A postmaster's working directory is its data directory. Systems other than Linux show only the command line. */
function isPostmaster(pid: number, dataDirectory: string): boolean {
  if (!isAlive(pid)) return false;
  try {
    const real = fs.realpathSync(dataDirectory);
    if (process.platform === 'linux') return fs.readlinkSync(`/proc/${pid}/cwd`) === real;
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(real);
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
