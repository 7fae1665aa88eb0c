import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Account, canReach, dataDirectoryArgument, serverAccount, spawnOptions } from './embedded-account.js';
import { type Binaries, binariesPackage, moveUnlessThere, prepareBinaries } from './embedded-binaries.js';

/** A database directory that a server can be started on. */
export interface Cluster {
  /** Contains `data/` (PostgreSQL's own) and `password` (0600). */
  directory: string;
  dataDirectory: string;
  /** Readable by the server's account and us only. The path is short: a socket path has at most 103 bytes. */
  socketDirectory: string;
  password: string;
  binaries: Binaries;
  /** Undefined: the server runs as us. */
  account?: Account;
}

export const superuser = 'tributary';
const socketPrefix = 'tributary-socket-';

/** Prepares a directory; the first start creates a password and an empty cluster. */
export function prepareCluster(directory: string): Cluster {
  if (process.platform === 'win32') throw new Error('the embedded PostgreSQL needs Linux or macOS: set DATABASE_URL');
  fs.mkdirSync(directory, { recursive: true, mode: 0o711 });
  const dataDirectory = path.join(fs.realpathSync(directory), 'data');
  const account = serverAccount(dataDirectory);
  const binaries = prepareBinaries(binariesPackage(), account);
  const password = passwordIn(directory);
  const socketDirectory = makeSocketDirectory(account);
  const cluster = { directory, dataDirectory, socketDirectory, password, binaries, account };
  try {
    if (!fs.existsSync(dataDirectory)) initialise(cluster);
    return cluster;
  } catch (error) {
    removeSocketDirectory(socketDirectory);
    throw error;
  }
}

/** URL of a database of the server that listens in the socket directory. */
export const urlOf = (socketDirectory: string, password: string, database: string) =>
  `postgres://${superuser}:${password}@${encodeURIComponent(socketDirectory)}:5432/${database}`;

/** Removes a socket directory that `prepareCluster` created, and no other directory. */
export function removeSocketDirectory(socketDirectory: string): void {
  if (!path.basename(socketDirectory).startsWith(socketPrefix)) return;
  fs.rmSync(socketDirectory, { recursive: true, force: true });
}

/** A new directory at each start: another user could create a directory with a known name before us. */
function makeSocketDirectory(account?: Account): string {
  const isFit = (parent: string) => parent.length <= 60 && (!account || canReach(parent, account));
  const directory = fs.mkdtempSync(path.join(isFit(os.tmpdir()) ? os.tmpdir() : '/tmp', socketPrefix));
  if (account) fs.chownSync(directory, account.uid, account.gid);
  return directory;
}

/** Created on the first start. The file is linked into place, so that two simultaneous first starts agree on one. */
function passwordIn(directory: string): string {
  const file = path.join(directory, 'password');
  if (!fs.existsSync(file)) {
    const unfinished = `${file}.${randomUUID()}`;
    fs.writeFileSync(unfinished, randomBytes(24).toString('hex'), { mode: 0o600, flush: true });
    linkUnlessThere(unfinished, file);
  }
  return fs.readFileSync(file, 'utf8');
}

function linkUnlessThere(finished: string, file: string): void {
  try {
    fs.linkSync(finished, file);
  } catch (error) {
    if (!fs.existsSync(file)) throw error;
  } finally {
    fs.rmSync(finished);
  }
}

/** Runs initdb aside and renames the result: a killed initdb leaves nothing that looks like a database. */
function initialise(cluster: Cluster): void {
  const { account, dataDirectory } = cluster;
  const unfinished = fs.mkdtempSync(`${dataDirectory}.`);
  if (account) fs.chownSync(unfinished, account.uid, account.gid);
  try {
    runInitdb(cluster, unfinished);
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
  moveUnlessThere(unfinished, dataDirectory);
}

function runInitdb({ account, binaries, password, socketDirectory }: Cluster, directory: string): void {
  const passwordFile = path.join(socketDirectory, 'password');
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) fs.chownSync(passwordFile, account.uid, account.gid);
  const args = ['--auth=scram-sha-256', `--username=${superuser}`, `--pwfile=${passwordFile}`, '--encoding=UTF8'];
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const { status, stdout, stderr, error } = spawnSync(
    binaries.initdb,
    ['-D', dataDirectoryArgument(account, directory), ...args, ...locale],
    { ...spawnOptions(account, directory), encoding: 'utf8' },
  );
  fs.rmSync(passwordFile);
  if (status !== 0) throw new Error(`initdb failed in ${directory}:\n${stdout}${stderr}`, { cause: error });
}
