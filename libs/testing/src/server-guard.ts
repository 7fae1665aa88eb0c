import { type ChildProcess, spawn } from 'node:child_process';
import type { Cluster } from '@tributary/database/embedded/embedded-cluster';

/**
 * Kills a server and removes its data when our end of a pipe closes. An exit handler would not run after SIGKILL. End the
 * guard with SIGKILL after the server.
 */
export const guardServer = (pid: number, directory: string): ChildProcess =>
  runAfterUs('kill -9 "$0"; rm -rf "$1"', String(pid), directory);

/** Stops the server of a cluster, if one runs, and removes its files, however we die. */
export const guardCluster = ({ directory, dataDirectory, socketDirectory }: Cluster): ChildProcess =>
  runAfterUs(
    'kill -QUIT "$(head -n 1 "$0/postmaster.pid")"; sleep 0.2; rm -rf "$1" "$2"',
    dataDirectory,
    directory,
    socketDirectory,
  );

function runAfterUs(script: string, ...args: string[]): ChildProcess {
  const child = spawn('sh', ['-c', `read -r _; ${script}`, ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return child;
}
