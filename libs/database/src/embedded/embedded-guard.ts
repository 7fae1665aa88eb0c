import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Cluster } from './embedded-cluster.js';

const script = 'read -r _; kill -QUIT "$(head -n 1 "$1/postmaster.pid")"; sleep 0.2; rm -rf "$2" "$3"';

/**
 * For throw-away clusters: a separate process waits for our end, however we die (the pipe between us closes). It then
 * stops the server, if one runs, and removes the cluster's files.
 */
export function removeAfterUs({ directory, dataDirectory, socketDirectory }: Cluster): void {
  const guard = spawn('/bin/sh', ['-c', script, 'guard', dataDirectory, directory, socketDirectory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  (guard.stdin as Socket).unref();
}
