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
  /** Resolves when the server has ended, for any reason. */
  exited: Promise<void>;
  /** Fast shutdown: cuts sessions, keeps every commit on disk. Resolves when the server has ended. */
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

/** If only the postmaster was killed, its children take a moment to notice. */
const leftoversMs = 10_000;

/**
 * Starts PostgreSQL on a cluster and resolves once it accepts connections. A failed start rejects with PostgreSQL's own
 * log. The server has its own process group: Ctrl-C signals the whole group of the terminal, and the database must stop
 * last.
 */
export async function launch(cluster: Cluster, settings: Settings, log: (line: string) => void): Promise<Server> {
  for (const deadline = performance.now() + leftoversMs; ; await delay(100)) {
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
    if (!words.includes('pre-existing shared memory block') || performance.now() > deadline)
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
  // `close`, not `exit`: stderr is read completely by then. A program that cannot be run emits neither event.
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

/** An idle process may end without its server; a process that waits for the server to end may not. */
function keepsUsAlive(child: ChildProcess, does: boolean): void {
  for (const handle of [child, child.stderr as Socket]) {
    if (does) handle.ref();
    else handle.unref();
  }
}

/** False if the server ended first. There is no timeout, because a crash recovery may take long. */
async function isReady(server: Server, { dataDirectory }: Cluster): Promise<boolean> {
  let hasExited = false;
  void server.exited.then(() => (hasExited = true));
  for (; !hasExited; await delay(10)) {
    const postmaster = findPostmaster(dataDirectory);
    if (postmaster?.pid === server.pid && postmaster.ready) return true;
  }
  return false;
}
