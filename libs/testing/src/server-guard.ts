import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Kills a server and removes its data when our end of a pipe closes. An exit handler would not run after SIGKILL. End the
 * guard with SIGKILL after the server.
 */
export function guardServer(pid: number, directory: string): ChildProcess {
  const script = 'cat > /dev/null; kill -9 "$0"; rm -rf "$1"';
  const child = spawn('sh', ['-c', script, String(pid), directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return child;
}
