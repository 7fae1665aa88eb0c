// Installs the dependencies when they are not the lock's. Node's built-ins only: nothing is installed yet.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

/** Runs `npm ci` unless node_modules already holds what package-lock.json says. Ends the process when that fails. */
export function ensureInstalled() {
  if (isInstalled(readPackages('package-lock.json'), readPackages('node_modules/.package-lock.json'))) return;
  console.log('Installing dependencies (npm ci) …');
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error) console.error(`npm could not be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * npm writes node_modules/.package-lock.json last, after every install script: an interrupted or failed install has none.
 * Optional packages of other platforms are in the lock only.
 */
export function isInstalled(locked, installed) {
  const wanted = Object.entries(locked).filter(([location]) => location !== '');
  const isThere = ([location, entry]) =>
    location in installed ? identity(installed[location]) === identity(entry) : Boolean(entry.optional || entry.devOptional);
  return wanted.length > 0 && wanted.every(isThere) && Object.keys(installed).every((location) => location in locked);
}

const identity = ({ version, integrity, resolved, link }) => (link ? resolved : `${version} ${integrity ?? ''}`);

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages;
  } catch {
    return {};
  }
}
