import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** What a running PostgreSQL writes about itself in `postmaster.pid` of its data directory. */
export interface Postmaster {
  pid: number;
  socketDirectory: string;
  ready: boolean;
}

/** The postmaster that runs in a data directory; undefined when its pid file is stale or there is none. */
export function findPostmaster(dataDirectory: string): Postmaster | undefined {
  const lines = pidFileLines(path.join(dataDirectory, 'postmaster.pid'));
  const pid = Number(lines[0]);
  if (!isPostmaster(pid, dataDirectory)) return undefined;
  return { pid, socketDirectory: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
}

/**
 * PostgreSQL itself overcomes a pid file whose process is gone, but not one whose number belongs to another process by
 * now (after a reboot, in a new container): such a file is removed. It is moved aside first and looked at again, for a
 * server that starts in this very moment must keep its own.
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

/** Ends a postmaster quickly but cleanly: sessions are cut, everything committed is on disk. */
export async function stopPostmaster(pid: number, dataDirectory: string, timeoutMs = 10_000): Promise<void> {
  signal(pid, 'SIGINT');
  if (await hasEnded(pid, dataDirectory, timeoutMs)) return;
  // Without a checkpoint: the next start recovers from the write-ahead log.
  signal(pid, 'SIGQUIT');
  await hasEnded(pid, dataDirectory, timeoutMs);
}

/** Sends a signal; to a process that has just ended it is none. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function hasEnded(pid: number, dataDirectory: string, timeoutMs: number): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(10)) {
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

/** A postmaster's working directory is its data directory; other systems than Linux only show the command line. */
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
