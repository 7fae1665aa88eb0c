import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { type Cluster, prepareCluster, superuser, urlOf } from '@tributary/database/embedded/embedded-cluster';
import { launch, type Server, type Settings } from '@tributary/database/embedded/embedded-server';
import { findPostmaster } from '@tributary/database/embedded/postmaster';
import { guardCluster } from '../server-guard.js';

/** A real PostgreSQL server with an empty database, which tests can break. */
export interface TestPostgres {
  /** URL of the superuser; does not change over restarts. */
  url: string;
  /** Shuts the server down cleanly. Call it in `afterAll`, or as the first half of a restart. */
  stop(): Promise<void>;
  /** `kill -9` of the server. */
  kill(): Promise<void>;
  /** Starts the server again after `stop` or `kill`. */
  start(): Promise<void>;
}

export interface TestPostgresOptions {
  /** True: as durable as in production, for tests of machine crashes. Default false. */
  durable?: boolean;
  /** The content of the new database. Default none. */
  template?: DatabaseTemplate;
}

/** The content of a database, which a server creates once and then copies: this is faster than to create it again. */
export interface DatabaseTemplate {
  /** Different for different contents. */
  name: string;
  fill: (url: string) => Promise<void>;
}

const small: Settings = { shared_buffers: '32MB', max_wal_size: '256MB', max_connections: 200 };
// Commits still reach the operating system, so a `kill -9` of the server loses nothing.
const quick: Settings = { ...small, fsync: 'off', full_page_writes: 'off' };

// A Jest worker runs many spec files with separate modules and globals; only Node's own modules are shared.
const clustersOfProcess = Symbol.for('tributary.clusters');
const shared = os as typeof os & { [clustersOfProcess]?: Cluster[] };

/**
 * Starts PostgreSQL for a spec file and creates a fresh database. The database directory is created once per Jest worker
 * (0.6 s); starting the server on it takes 0.1 s. No server outlives the worker.
 *
 * @example
 * beforeAll(async () => (postgres = await startPostgres()));
 * afterAll(() => postgres.stop());
 */
export async function startPostgres({ durable = false, template }: TestPostgresOptions = {}): Promise<TestPostgres> {
  const cluster = idleCluster();
  const log: string[] = [];
  const launchServer = () => launch(cluster, durable ? small : quick, (line) => log.push(line));
  let server: Server = await launchServer();
  const database = `test_${randomUUID().replaceAll('-', '_')}`;
  await createDatabase(cluster, database, { durable, template });
  return {
    url: urlOfDatabase(cluster, database),
    stop: () => server.stop(),
    kill: () => server.kill(),
    start: async () => void (server = await launchServer()),
  };
}

/** A cluster without a running server. A second one is made only for a spec file with two servers. */
function idleCluster(): Cluster {
  const clusters = (shared[clustersOfProcess] ??= []);
  const idle = clusters.find(({ dataDirectory }) => !findPostmaster(dataDirectory));
  if (idle) return idle;
  const cluster = prepareCluster(mkdtempSync(path.join(os.tmpdir(), 'tributary-test-')));
  guardCluster(cluster);
  clusters.push(cluster);
  return cluster;
}

async function createDatabase(
  cluster: Cluster,
  name: string,
  { durable, template }: TestPostgresOptions,
): Promise<void> {
  const client = new Client({ connectionString: urlOfDatabase(cluster, 'postgres') });
  await client.connect();
  try {
    if (template) await createTemplate(cluster, client, template);
    // Without fsync, to copy the files takes half the time of writing them to the WAL.
    const strategy = durable ? 'wal_log' : 'file_copy';
    await client.query(
      `create database ${name} owner ${superuser} template "${template?.name ?? 'template1'}" strategy ${strategy}`,
    );
  } finally {
    await client.end();
  }
}

/** The flag is set last, so a database that has it is complete. */
async function createTemplate(cluster: Cluster, client: Client, { name, fill }: DatabaseTemplate): Promise<void> {
  const { rows } = await client.query('select from pg_database where datname = $1 and datistemplate', [name]);
  if (rows.length > 0) return;
  await client.query(`drop database if exists "${name}"`);
  await client.query(`create database "${name}" owner ${superuser}`);
  await fill(urlOfDatabase(cluster, name));
  await client.query(`alter database "${name}" is_template true`);
}

const urlOfDatabase = ({ socketDirectory, password }: Cluster, database: string) =>
  urlOf(socketDirectory, password, database);
