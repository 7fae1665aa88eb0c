import { setTimeout as delay } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { type Cluster, prepareCluster, removeSocketDirectory, superuser, urlOf } from './embedded-cluster.js';
import { launch, type Server, type Settings } from './embedded-server.js';
import { claimInstance, type InstanceClaim, InUseError } from '../claim-instance.js';
import { findPostmaster, hasOwner, lastPostmaster, type Postmaster, stopPostmaster } from './postmaster.js';
import { SupervisedServer } from './supervised-server.js';

export interface EmbeddedPostgresOptions {
  /** Directory of the database, for one instance at a time. Created on the first start. */
  directory: string;
  /** Receives PostgreSQL's log line by line. */
  log: (line: string) => void;
}

export interface EmbeddedPostgres {
  /** URL of the superuser, over a unix socket: cheaper than TCP, and no port can be in use. */
  url: string;
  /** Fast shutdown; resolves when the server has ended. Call it last: open connections are cut. */
  stop(): Promise<void>;
}

/** Durable, and sized for a machine that runs other programs too. */
const settings: Settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_compression: 'off', // this build has only pglz, whose CPU costs more than the disk space it saves
  // Zeroing a new 16 MiB segment would delay the commit that needs it, and every NOTIFY behind that commit.
  wal_init_zero: 'off',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  shared_buffers: '256MB',
  maintenance_work_mem: '128MB',
  max_connections: 200,
  autovacuum: 'on',
};

/** How long to wait for an earlier server that starts or stops. */
const survivorTimeoutMs = 60_000;

/**
 * Starts the embedded PostgreSQL and claims its directory. Leftovers of an earlier process are repaired: a server that
 * survived the `kill -9` of its owner, stale pid files, missing library links. A server that ends unexpectedly is
 * restarted under the same URL.
 *
 * @throws InUseError if a live instance uses the directory
 */
export async function startEmbeddedPostgres({ directory, log }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = prepareCluster(directory);
  const last = lastPostmaster(cluster.dataDirectory);
  try {
    await retireSurvivor(cluster);
    // No server listens there now: it was stopped above or killed earlier.
    if (last) removeSocketDirectory(last.socketDirectory);
    const server = await launchFirst(cluster, log);
    const claim = await claimStarted(cluster, server);
    const supervised = new SupervisedServer(server, () => launch(cluster, settings, log), log);
    return {
      url: urlOf(cluster.socketDirectory, cluster.password, superuser),
      stop: async () => {
        await Promise.all([supervised.stop(), claim.release()]);
        removeSocketDirectory(cluster.socketDirectory);
      },
    };
  } catch (error) {
    removeSocketDirectory(cluster.socketDirectory);
    throw error;
  }
}

/**
 * Stops a server that runs without an owner. A server whose owner lives is left alone. If two starts find the same
 * server, one of them claims it.
 */
async function retireSurvivor(cluster: Cluster): Promise<void> {
  for (const deadline = performance.now() + survivorTimeoutMs; performance.now() < deadline; await delay(50)) {
    const survivor = findPostmaster(cluster.dataDirectory);
    if (!survivor) return;
    if (hasOwner(survivor)) throw new InUseError(cluster.directory);
    if (!survivor.ready) continue;
    const claim = await claimSurvivor(cluster, survivor);
    if (!claim) continue;
    await Promise.all([stopPostmaster(survivor.pid, cluster.dataDirectory), claim.release()]);
  }
  throw new Error(`a PostgreSQL server in ${cluster.directory} neither answers nor stops`);
}

/** Undefined if the server did not answer; the caller retries. */
async function claimSurvivor(cluster: Cluster, { socketDirectory }: Postmaster): Promise<InstanceClaim | undefined> {
  try {
    return await claimInstance(maintenanceUrl(cluster, socketDirectory));
  } catch (error) {
    if (error instanceof InUseError) throw new InUseError(cluster.directory);
    return undefined;
  }
}

async function launchFirst(cluster: Cluster, log: (line: string) => void): Promise<Server> {
  try {
    return await launch(cluster, settings, log);
  } catch (error) {
    // Another start was first: PostgreSQL allows one server per directory.
    if (findPostmaster(cluster.dataDirectory)) throw new InUseError(cluster.directory);
    throw error;
  }
}

/** The first of two simultaneous starts to claim continues; the other stops only its own server. */
async function claimStarted(cluster: Cluster, server: Server): Promise<InstanceClaim> {
  let claim: InstanceClaim | undefined;
  try {
    claim = await claimInstance(maintenanceUrl(cluster));
    await createDatabase(cluster);
    return claim;
  } catch (error) {
    await claim?.release();
    if (error instanceof InUseError) throw new InUseError(cluster.directory);
    await server.stop();
    throw error;
  }
}

/** Advisory locks are per database: this database holds the claim of the directory, the other the apps' claims. */
const maintenanceUrl = ({ socketDirectory, password }: Cluster, socket = socketDirectory) =>
  urlOf(socket, password, 'postgres');

async function createDatabase(cluster: Cluster): Promise<void> {
  const client = new Client({ connectionString: maintenanceUrl(cluster) });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [superuser]);
    if (rowCount === 0) await client.query(`create database ${escapeIdentifier(superuser)}`);
  } finally {
    await client.end();
  }
}
