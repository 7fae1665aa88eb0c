import { readFileSync } from 'node:fs';
import path from 'node:path';
import { superuser, urlOf } from '@tributary/database/embedded-cluster';
import { findPostmaster, hasOwner, stopPostmaster } from '@tributary/database/postmaster';
import { setTimeout as sleep } from 'node:timers/promises';

/** The PostgreSQL server inside an embedded platform, to look into it or to break it. */
export interface EmbeddedServer {
  url: string;
  pid: number;
}

const postgresIn = (dataDirectory: string) => path.join(dataDirectory, 'postgres');

/** Until a process that was killed a moment ago is gone, and its server with it known as lost. */
const lostWithinMs = 5_000;

/** @throws while no server is ready in that data directory. */
export function findEmbeddedServer(dataDirectory: string): EmbeddedServer {
  const directory = postgresIn(dataDirectory);
  const postmaster = findPostmaster(path.join(directory, 'data'));
  if (!postmaster?.ready) throw new Error(`no PostgreSQL server is ready in ${directory}`);
  const password = readFileSync(path.join(directory, 'password'), 'utf8');
  return { url: urlOf(postmaster.socketDirectory, password, superuser), pid: postmaster.pid };
}

/**
 * Ends the server that a killed platform has left in that data directory; no process group has it, it is in a session of
 * its own. The server of a platform that lives is left alone.
 */
export async function stopLostServer(dataDirectory: string): Promise<void> {
  const directory = path.join(postgresIn(dataDirectory), 'data');
  for (const deadline = Date.now() + lostWithinMs; Date.now() < deadline; await sleep(50)) {
    const postmaster = findPostmaster(directory);
    if (!postmaster) return;
    if (!hasOwner(postmaster)) return stopPostmaster(postmaster.pid, directory);
  }
}
