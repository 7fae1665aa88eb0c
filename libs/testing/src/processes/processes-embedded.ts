import { readFileSync } from 'node:fs';
import path from 'node:path';
import { superuser, urlOf } from '@tributary/database/embedded/embedded-cluster';
import { findPostmaster, hasOwner, stopPostmaster } from '@tributary/database/embedded/postmaster';
import { setTimeout as sleep } from 'node:timers/promises';

/** The PostgreSQL server of an embedded platform, to query it or to kill it. */
export interface EmbeddedServer {
  url: string;
  pid: number;
}

const postgresIn = (dataDirectory: string) => path.join(dataDirectory, 'postgres');

/** Longer than the system needs to remove a killed process, after which its server counts as orphaned. */
const orphanedWithinMs = 5_000;

/** @throws if no server is ready in that data directory. */
export function findEmbeddedServer(dataDirectory: string): EmbeddedServer {
  const directory = postgresIn(dataDirectory);
  const postmaster = findPostmaster(path.join(directory, 'data'));
  if (!postmaster?.ready) throw new Error(`no PostgreSQL server is ready in ${directory}`);
  const password = readFileSync(path.join(directory, 'password'), 'utf8');
  return { url: urlOf(postmaster.socketDirectory, password, superuser), pid: postmaster.pid };
}

/**
 * Stops the server that a killed platform has left in that data directory. The server is in its own session, so no signal to
 * a process group reaches it. The server of a running platform is not stopped.
 */
export async function stopOrphanedServer(dataDirectory: string): Promise<void> {
  const directory = path.join(postgresIn(dataDirectory), 'data');
  for (const deadline = Date.now() + orphanedWithinMs; Date.now() < deadline; await sleep(50)) {
    const postmaster = findPostmaster(directory);
    if (!postmaster) return;
    if (!hasOwner(postmaster)) return stopPostmaster(postmaster.pid, directory);
  }
}
