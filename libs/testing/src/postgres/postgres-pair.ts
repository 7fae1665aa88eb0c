import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type Cluster,
  prepareCluster,
  removeSocketDirectory,
  superuser,
  urlOf,
} from '@tributary/database/embedded/embedded-cluster';
import { launch, type Server, type Settings } from '@tributary/database/embedded/embedded-server';
import { eventually } from '../eventually.js';
import { guardCluster } from '../server-guard.js';
import { queryDatabase } from './query-database.js';

const database = 'pair';
/** The name under which the standby connects, and which the primary waits for. */
const standbyName = 'standby';
const startTimeoutMs = 300_000;

/** Commits reach the operating system, so `kill -9` of a server loses nothing that the server has written. */
const common: Settings = {
  shared_buffers: '64MB',
  max_wal_size: '1GB',
  max_connections: 300,
  fsync: 'off',
  full_page_writes: 'off',
  wal_keep_size: '512MB',
};

/**
 * A primary and its standby, behind an address that follows the primary: a symbolic link to its socket directory. A proxy
 * would need the processor of the tests for every answer of the database, and a busy machine would make connections time out.
 */
export interface PostgresPair {
  /** URL of a superuser at that address. */
  readonly url: string;
  /** Kills the primary with kill -9 (it stays down), promotes the standby, and moves the address to it. */
  failOver(): Promise<void>;
  /** Stops the standby. Commits of a synchronous pair wait until it is back. A failover starts it. */
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  /** Stops both, and removes their data. */
  stop(): Promise<void>;
}

export interface PostgresPairOptions {
  /** False: the primary does not wait for the standby, so a failover may lose commits. Default true. */
  synchronous?: boolean;
}

/** Starts the servers as processes of this machine, with PostgreSQL's own streaming replication. */
export async function startPostgresPair({ synchronous = true }: PostgresPairOptions = {}): Promise<PostgresPair> {
  const primary = newCluster();
  const pair = new LocalPair(primary, copyOf(primary), synchronous);
  try {
    await pair.start();
    return pair;
  } catch (error) {
    await pair.stop();
    throw error;
  }
}

class LocalPair implements PostgresPair {
  readonly url: string;
  private primaryServer?: Server;
  private standbyServer?: Server;
  private readonly address: string;

  constructor(
    private readonly primary: Cluster,
    private readonly standby: Cluster,
    private readonly synchronous: boolean,
  ) {
    this.address = path.join(primary.directory, 'address');
    this.url = urlOf(this.address, primary.password, database);
  }

  async start(): Promise<void> {
    const waitsFor = { synchronous_standby_names: this.synchronous ? standbyName : '' };
    this.primaryServer = await launch(this.primary, { ...common, ...waitsFor }, () => undefined);
    await this.startStandby();
    await queryDatabase(localUrl(this.primary, 'postgres'), `create database ${database}`);
    symlinkSync(this.primary.socketDirectory, this.address);
  }

  async failOver(): Promise<void> {
    await this.primaryServer?.kill();
    if (!this.standbyServer) await this.launchStandby();
    await queryDatabase(localUrl(this.standby, 'postgres'), 'select pg_promote()');
    const next = `${this.address}.next`;
    symlinkSync(this.standby.socketDirectory, next);
    renameSync(next, this.address);
  }

  async stopStandby(): Promise<void> {
    await this.standbyServer?.stop();
    this.standbyServer = undefined;
  }

  async startStandby(): Promise<void> {
    await this.launchStandby();
    await eventually(() => this.untilReplicating(), { within: startTimeoutMs });
  }

  async stop(): Promise<void> {
    await Promise.all([this.primaryServer?.kill(), this.standbyServer?.kill()]);
    for (const { directory, socketDirectory } of [this.primary, this.standby]) {
      removeSocketDirectory(socketDirectory);
      // The processes of a killed server may still write there.
      rmSync(directory, { recursive: true, force: true, maxRetries: 20 });
    }
  }

  private async launchStandby(): Promise<void> {
    const { socketDirectory, password } = this.primary;
    const connection = `host=${socketDirectory} user=${superuser} password=${password} application_name=${standbyName}`;
    this.standbyServer = await launch(this.standby, { ...common, primary_conninfo: connection }, () => undefined);
  }

  private async untilReplicating(): Promise<void> {
    const { rows } = await queryDatabase<{ sync_state: string }>(
      localUrl(this.primary, 'postgres'),
      `select sync_state from pg_stat_replication where state = 'streaming'`,
    );
    const expected = this.synchronous ? 'sync' : 'async';
    if (rows[0]?.sync_state !== expected) throw new Error(`the standby is ${rows[0]?.sync_state ?? 'not connected'}`);
  }
}

function newCluster(): Cluster {
  const cluster = prepareCluster(newDirectory());
  guardCluster(cluster);
  return cluster;
}

/** A standby begins as a copy of its primary, which has not run yet. PostgreSQL follows the primary from there. */
function copyOf(primary: Cluster): Cluster {
  const directory = newDirectory();
  execFileSync('cp', ['-a', `${primary.directory}/.`, directory]);
  const cluster = prepareCluster(directory);
  guardCluster(cluster);
  const signal = path.join(cluster.dataDirectory, 'standby.signal');
  writeFileSync(signal, '');
  if (cluster.account) chownSync(signal, cluster.account.uid, cluster.account.gid);
  return cluster;
}

const newDirectory = () => mkdtempSync(path.join(tmpdir(), 'tributary-pair-'));
const localUrl = ({ socketDirectory, password }: Cluster, name: string) => urlOf(socketDirectory, password, name);
