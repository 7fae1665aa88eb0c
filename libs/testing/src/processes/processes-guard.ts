import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import path from 'node:path';

export interface Guard {
  /** Kills the rest of the group. */
  release(): void;
}

const script = 'cat >/dev/null; kill -s KILL -- "-$0" 2>/dev/null; [ $# -eq 0 ] || exec "$@"';

/**
 * Kills a process group when our end of a pipe closes, so that nothing stays behind after the test run. An exit handler
 * would not run after a SIGKILL. The guard is a shell script in its own group, which Ctrl-C does not reach.
 *
 * @param embeddedData data directory of an embedded platform. Its PostgreSQL is not in the group, so it is stopped separately.
 */
export function guardGroup(groupId: number, embeddedData?: string): Guard {
  const cleanUp = embeddedData === undefined ? [] : stopOrphanedServerCommand(embeddedData);
  const stdio: StdioOptions = ['pipe', 'ignore', 'ignore'];
  const child = spawn('sh', ['-c', script, String(groupId), ...cleanUp], { stdio, detached: true });
  detach(child);
  return { release: () => void child.stdin?.end() };
}

/** A separate command, because this process may be dead by then. */
function stopOrphanedServerCommand(embeddedData: string): string[] {
  const module = path.join(import.meta.dirname, '../../dist/processes/processes-embedded.js');
  const [from, directory] = [module, embeddedData].map((text) => JSON.stringify(text));
  return [process.execPath, '-e', `import(${from}).then(({ stopOrphanedServer }) => stopOrphanedServer(${directory}))`];
}

/** Lets the test run exit while the child still runs. */
function detach(child: ChildProcess): void {
  child.unref();
  const pipe = child.stdin as unknown as { unref(): void; on(event: 'error', listener: () => void): void };
  pipe.unref();
  pipe.on('error', () => undefined);
}
