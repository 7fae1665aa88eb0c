import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Cluster, prepareCluster, superuser, urlOf } from '@tributary/database/embedded-cluster';
import { removeAfterUs } from '@tributary/database/embedded-guard';
import { launch, type Server, type Settings } from '@tributary/database/embedded-server';
import { Client } from 'pg';

/** A real PostgreSQL server with an empty database, and the faults it can have. */
export interface TestPostgres {
  /** Superuser; the same after every restart. */
  url: string;
  /** Ends the server in good order. Call it in `afterAll`; as a fault it is a restart's first half. */
  stop(): Promise<void>;
  /** `kill -9` of the server. */
  kill(): Promise<void>;
  /** After `stop` or `kill`. */
  start(): Promise<void>;
}

export interface TestPostgresOptions {
  /** True: as safe as in production, for tests that look at what survives a crash of the machine. Default false. */
  durable?: boolean;
}

const small: Settings = { shared_buffers: '32MB', max_wal_size: '256MB', max_connections: 200 };
// Commits still reach the operating system, so that a `kill -9` of the server loses nothing.
const quick: Settings = { ...small, fsync: 'off', full_page_writes: 'off' };

// A worker of Jest runs many spec files, each with modules of its own: what is to be shared is kept on the process.
const clusterOfProcess = Symbol.for('tributary.testing.postgres');
const shared = process as NodeJS.Process & { [clusterOfProcess]?: Cluster };

/**
 * Starts PostgreSQL for a spec file and makes a fresh database. The database directory is made once per Jest worker
 * (0.6 s); starting the server on it takes 0.1 s. No server outlives the worker, however that ends.
 */
export async function startPostgres({ durable = false }: TestPostgresOptions = {}): Promise<TestPostgres> {
  const cluster = clusterOfThisProcess();
  const log: string[] = [];
  const launchServer = () => launch(cluster, durable ? small : quick, (line) => log.push(line));
  let server: Server = await launchServer();
  const database = `test_${randomUUID().replaceAll('-', '_')}`;
  await createDatabase(cluster, database);
  return {
    url: urlOf(cluster.socketDirectory, cluster.password, database),
    stop: () => server.stop(),
    kill: () => server.kill(),
    start: async () => void (server = await launchServer()),
  };
}

function clusterOfThisProcess(): Cluster {
  const cluster = shared[clusterOfProcess];
  if (cluster && existsSync(cluster.dataDirectory)) return cluster;
  const directory = mkdtempSync(path.join(os.tmpdir(), 'tributary-test-'));
  const made = prepareCluster(directory);
  removeAfterUs(made);
  return (shared[clusterOfProcess] = made);
}

async function createDatabase({ socketDirectory, password }: Cluster, name: string): Promise<void> {
  const client = new Client({ connectionString: urlOf(socketDirectory, password, 'postgres') });
  await client.connect();
  try {
    await client.query(`create database ${name} owner ${superuser}`);
  } finally {
    await client.end();
  }
}
