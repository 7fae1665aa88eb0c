import { type ChildProcess, spawn } from 'node:child_process';

export interface Guard {
  /** Kills what is left of the group. */
  release(): void;
}

/**
 * Kills a process group as soon as our end of a pipe closes: however the test run ends, an exit handler would not run
 * after a SIGKILL, nothing that it started stays behind. A few lines of shell, in a group of its own that Ctrl-C spares.
 */
export function guardGroup(groupId: number): Guard {
  const script = 'cat >/dev/null; kill -s KILL -- "-$0" 2>/dev/null';
  const child = spawn('sh', ['-c', script, String(groupId)], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  detach(child);
  return { release: () => void child.stdin?.end() };
}

/** Lets the test run end while the child still runs. */
function detach(child: ChildProcess): void {
  child.unref();
  const pipe = child.stdin as unknown as { unref(): void; on(event: 'error', listener: () => void): void };
  pipe.unref();
  pipe.on('error', () => undefined);
}
