import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import path from 'node:path';

export interface Guard {
  /** Kills what is left of the group. */
  release(): void;
}

const script = 'cat >/dev/null; kill -s KILL -- "-$0" 2>/dev/null; [ $# -eq 0 ] || exec "$@"';

/**
 * Kills a process group as soon as our end of a pipe closes: however the test run ends, an exit handler would not run
 * after a SIGKILL, nothing that it started stays behind. A few lines of shell, in a group of its own that Ctrl-C spares.
 *
 * @param embeddedData data directory of an embedded platform, whose PostgreSQL is in no group of ours: it is ended too
 */
export function guardGroup(groupId: number, embeddedData?: string): Guard {
  const last = embeddedData === undefined ? [] : stopLostServerOf(embeddedData);
  const stdio: StdioOptions = ['pipe', 'ignore', 'ignore'];
  const child = spawn('sh', ['-c', script, String(groupId), ...last], { stdio, detached: true });
  detach(child);
  return { release: () => void child.stdin?.end() };
}

/** A command of its own, for who would do it here may be dead by then. */
function stopLostServerOf(embeddedData: string): string[] {
  const module = path.join(import.meta.dirname, '../dist/processes-embedded.js');
  const [from, directory] = [module, embeddedData].map((text) => JSON.stringify(text));
  return [process.execPath, '-e', `import(${from}).then(({ stopLostServer }) => stopLostServer(${directory}))`];
}

/** Lets the test run end while the child still runs. */
function detach(child: ChildProcess): void {
  child.unref();
  const pipe = child.stdin as unknown as { unref(): void; on(event: 'error', listener: () => void): void };
  pipe.unref();
  pipe.on('error', () => undefined);
}
