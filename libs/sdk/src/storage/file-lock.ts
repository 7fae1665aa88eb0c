import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';

const heartbeatMs = 5_000;
/** A process that has not touched its lock for so long is gone, even if another process has its id by now. */
const staleAfterMs = 60_000;

interface Owner {
  pid: number;
  host: string;
  token: string;
}

/** Tokens of the locks that this process holds: another process may have had its id. */
const held = new Set<string>();

/** Lets one process at a time use a file. A lock is free again when its process is gone. */
export class FileLock {
  private readonly heartbeat: NodeJS.Timeout;

  private constructor(
    private readonly file: string,
    private readonly owner: Owner,
  ) {
    held.add(owner.token);
    this.heartbeat = setInterval(() => this.touch(), heartbeatMs).unref();
  }

  /** @throws if a process that may be alive has it */
  static acquire(file: string): FileLock {
    mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
    const owner: Owner = { pid: process.pid, host: hostname(), token: randomUUID() };
    if (create(file, owner) || takeOver(file, owner)) return new FileLock(file, owner);
    const { pid = 'unknown', host = 'an unknown host' } = readOwner(file) ?? {};
    throw new Error(
      `${file}: process ${pid} of ${host} uses this queue. Give each process a file of its own. ` +
        `If there is no such process any more, this works within a minute.`,
    );
  }

  /** False if another process has taken the lock, because this one was suspended for too long. */
  isHeld(): boolean {
    return readOwner(this.file)?.token === this.owner.token;
  }

  release(): void {
    clearInterval(this.heartbeat);
    held.delete(this.owner.token);
    if (this.isHeld()) rmSync(this.file, { force: true });
  }

  private touch(): void {
    if (!this.isHeld()) return clearInterval(this.heartbeat);
    try {
      utimesSync(this.file, new Date(), new Date());
    } catch {
      // Removed a moment ago.
    }
  }
}

/** Creates the file with its content, unless it exists. */
function create(file: string, owner: Owner): boolean {
  try {
    writeFileSync(file, JSON.stringify(owner), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Replaces a lock whose process is gone. Only the process that has created the claim of this very lock may, and only while it
 * still reads the same token: so two cannot both take it, and none takes a lock that was taken a moment ago.
 */
function takeOver(file: string, owner: Owner): boolean {
  const previous = readOwner(file);
  if (!isStale(file, previous)) return false;
  const claim = `${file}.${previous?.token ?? 'unreadable'}`;
  if (!create(claim, owner)) {
    // The process of the claim was killed here.
    if (ageMs(claim) > staleAfterMs) rmSync(claim, { force: true });
    return false;
  }
  try {
    if (readOwner(file)?.token !== previous?.token) return false;
    const draft = `${claim}.draft`;
    writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 });
    renameSync(draft, file);
    return true;
  } finally {
    rmSync(claim, { force: true });
  }
}

function isStale(file: string, owner: Owner | undefined): boolean {
  const age = ageMs(file);
  // A lock without content is being written, or its process was killed while it wrote.
  if (!owner) return age > heartbeatMs;
  if (age > staleAfterMs) return true;
  if (owner.host !== hostname()) return false;
  return owner.pid === process.pid ? !held.has(owner.token) : !isAlive(owner.pid);
}

function ageMs(file: string): number {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It may belong to another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function readOwner(file: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}
