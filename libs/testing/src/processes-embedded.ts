import { readFileSync } from 'node:fs';
import path from 'node:path';
import { superuser, urlOf } from '@tributary/database/embedded-cluster';
import { findPostmaster } from '@tributary/database/postmaster';

/** The PostgreSQL server inside an embedded platform, to look into it or to break it. */
export interface EmbeddedServer {
  url: string;
  pid: number;
}

/** @throws while no server is ready in that data directory. */
export function findEmbeddedServer(dataDirectory: string): EmbeddedServer {
  const directory = path.join(dataDirectory, 'postgres');
  const postmaster = findPostmaster(path.join(directory, 'data'));
  if (!postmaster?.ready) throw new Error(`no PostgreSQL server is ready in ${directory}`);
  const password = readFileSync(path.join(directory, 'password'), 'utf8');
  return { url: urlOf(postmaster.socketDirectory, password, superuser), pid: postmaster.pid };
}
