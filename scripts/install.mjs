// Installs the dependencies that package-lock.json lists. Node's built-ins only: nothing is installed yet.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
/** Holds the hash of the installed package-lock.json; npm ci deletes it with the rest of node_modules. */
const stamp = path.join(root, 'node_modules/.tributary-lock');

/**
 * Runs `npm ci` unless node_modules already holds what package-lock.json says. Ends the process when that fails.
 *
 * @param run of `changeCheckout`
 */
export async function ensureInstalled(run) {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  if (!isInstalled(readPackages('package-lock.json'), readPackages('node_modules/.package-lock.json'))) {
    console.log('Installing dependencies (npm ci) …');
    // Warnings are about packages of packages: nothing that a newcomer could act on.
    const { status, output } = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    if (status !== 0) {
      process.stderr.write(output);
      process.exit(status);
    }
  }
  writeFileSync(stamp, lock);
}

/**
 * Whether an `npm ci` by hand has installed everything. npm writes node_modules/.package-lock.json last, after every
 * install script: an interrupted or failed install has none. Optional packages of other platforms are in the lock only.
 */
export function isInstalled(locked, installed) {
  const wanted = Object.entries(locked).filter(([location]) => location !== '');
  const isThere = ([location, entry]) =>
    location in installed
      ? identity(installed[location]) === identity(entry)
      : Boolean(entry.optional || entry.devOptional);
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
