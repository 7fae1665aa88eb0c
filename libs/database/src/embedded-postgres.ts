import { setTimeout as delay } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { type Cluster, prepareCluster, removeSocketDirectory, superuser, urlOf } from './embedded-cluster.js';
import { launch, type Server, type Settings } from './embedded-server.js';
import { claimInstance, type InstanceClaim, InUseError } from './claim-instance.js';
import { findPostmaster, hasOwner, lastPostmaster, type Postmaster, stopPostmaster } from './postmaster.js';
import { SupervisedServer } from './supervised-server.js';

export interface EmbeddedPostgresOptions {
  /** Where the database lives: one instance at a time. Made on the first start. */
  directory: string;
  /** Gets PostgreSQL's log, line by line. */
  log: (line: string) => void;
}

export interface EmbeddedPostgres {
  /** Superuser, over a unix socket: cheaper than TCP, and no port that could be taken. */
  url: string;
  /** Fast shutdown; resolves when the server has ended. Call it last: whoever is connected is cut off. */
  stop(): Promise<void>;
}

/** Durable, and sized for one machine that has other things to do. */
const settings: Settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_compression: 'off', // this build has pglz only, which costs more CPU than the disk space is worth
  // Who commits would wait while 16 MiB are written for a new segment, and everybody else who notifies with it.
  wal_init_zero: 'off',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  shared_buffers: '256MB',
  maintenance_work_mem: '128MB',
  max_connections: 200,
  autovacuum: 'on',
};

/** How long a server that is starting or ending may take before the start is given up. */
const survivorPatienceMs = 60_000;

/**
 * Starts the embedded PostgreSQL and claims its directory. What an earlier process left (a server that survived its
 * `kill -9`, stale pid files, missing library links) is put right; a directory that a live instance uses is left alone
 * (`InUseError`). A server that ends unasked is started again under the same URL.
 */
export async function startEmbeddedPostgres({ directory, log }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = prepareCluster(directory);
  const last = lastPostmaster(cluster.dataDirectory);
  try {
    await retireSurvivor(cluster);
    // Nobody listens there any more, whether the server was ended just now or was killed long ago.
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
 * A server that runs already either has an owner, whom it is left to, or lost it and is ended. Of two starts that find
 * the same lost server one claims it.
 */
async function retireSurvivor(cluster: Cluster): Promise<void> {
  for (const deadline = Date.now() + survivorPatienceMs; Date.now() < deadline; await delay(50)) {
    const survivor = findPostmaster(cluster.dataDirectory);
    if (!survivor) return;
    if (hasOwner(survivor)) throw new InUseError(cluster.directory);
    if (!survivor.ready) continue;
    const claim = await claimSurvivor(cluster, survivor);
    if (!claim) continue;
    await Promise.all([stopPostmaster(survivor.pid, cluster.dataDirectory), claim.release()]);
  }
  throw new Error(`a PostgreSQL server in ${cluster.directory} neither answers nor ends`);
}

/** Undefined when the server did not answer: it is looked at again. */
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
    // Another start was quicker: PostgreSQL lets one server into a directory.
    if (findPostmaster(cluster.dataDirectory)) throw new InUseError(cluster.directory);
    throw error;
  }
}

/** Of two starts at once the one that claims first goes on; the other ends no server but its own. */
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

/** Advisory locks are per database: in this one the directory is claimed, in the other whatever its users claim. */
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
