import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { dataDirectoryArgument, spawnOptions } from './embedded-account.js';
import type { Cluster } from './embedded-cluster.js';
import { findPostmaster, ownerSetting, removeForeignPidFile, signal, stopPostmaster } from './postmaster.js';

export type Settings = Record<string, string | number>;

/** A PostgreSQL server that this process started. */
export interface Server {
  pid: number;
  /** Resolves when the server has ended, for whatever reason. */
  exited: Promise<void>;
  /** Fast shutdown: sessions are cut, everything committed is on disk. Resolves when the server has ended. */
  stop(): Promise<void>;
  /** `kill -9`, for fault tests. */
  kill(): Promise<void>;
}

const settingsAlways: Settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_line_prefix: '',
  jit: 'off',
};

/** After a `kill -9` of the postmaster alone its children need a moment to notice. */
const leftoversMs = 10_000;

/**
 * Starts PostgreSQL on the data of a cluster and resolves once it accepts connections; a start that fails rejects with
 * PostgreSQL's own words. The server is in a process group of its own: Ctrl-C reaches everyone in the group of the
 * terminal, and the database must be the last to go.
 */
export async function launch(cluster: Cluster, settings: Settings, log: (line: string) => void): Promise<Server> {
  for (const deadline = Date.now() + leftoversMs; ; await delay(100)) {
    removeForeignPidFile(cluster.dataDirectory);
    const lastLines: string[] = [];
    const child = spawnServer(cluster, settings, (line) => {
      lastLines.push(line);
      if (lastLines.length > 40) lastLines.shift();
      log(line);
    });
    const server = serverOf(child, cluster);
    if (await isReady(server, cluster)) return server;
    const words = lastLines.join('\n');
    if (!words.includes('pre-existing shared memory block') || Date.now() > deadline)
      throw new Error(`PostgreSQL did not start in ${cluster.dataDirectory}:\n${words}`);
  }
}

function spawnServer(cluster: Cluster, settings: Settings, onLine: (line: string) => void): ChildProcess {
  const { account, dataDirectory, binaries, socketDirectory } = cluster;
  const own: Settings = { ...ownerSetting(), unix_socket_directories: socketDirectory };
  const all = { ...settingsAlways, ...own, ...settings };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(binaries.postgres, ['-D', dataDirectoryArgument(account, dataDirectory), ...args], {
    ...spawnOptions(account, dataDirectory),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  createInterface({ input: child.stderr }).on('line', onLine);
  child.once('error', (error) => onLine(error.message));
  return child;
}

function serverOf(child: ChildProcess, { dataDirectory }: Cluster): Server {
  const pid = child.pid ?? 0;
  // `close`, not `exit`: the last words on stderr are read by then. A program that cannot be run has neither.
  const exited = pid ? once(child, 'close').then(() => undefined) : Promise.resolve();
  keepsUsAlive(child, false);
  const ended = async () => {
    keepsUsAlive(child, true);
    await exited;
  };
  return {
    pid,
    exited,
    stop: () => Promise.all([stopPostmaster(pid, dataDirectory), ended()]).then(() => undefined),
    kill: () => {
      signal(pid, 'SIGKILL');
      return ended();
    },
  };
}

/** A process that has nothing left to do may end without its server; one that waits for the server's end may not. */
function keepsUsAlive(child: ChildProcess, does: boolean): void {
  for (const handle of [child, child.stderr as Socket]) {
    if (does) handle.ref();
    else handle.unref();
  }
}

/** False when the server ended first. A recovery may take long: there is no limit but the server's own end. */
async function isReady(server: Server, { dataDirectory }: Cluster): Promise<boolean> {
  let hasExited = false;
  void server.exited.then(() => (hasExited = true));
  for (; !hasExited; await delay(10)) {
    const postmaster = findPostmaster(dataDirectory);
    if (postmaster?.pid === server.pid && postmaster.ready) return true;
  }
  return false;
}
