// Installs the dependencies when they are not the lock's. Node's built-ins only: nothing is installed yet.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
/** Holds the hash of the lock that was installed; goes with node_modules. */
const stamp = path.join(root, 'node_modules/.tributary-lock');

/** Runs `npm ci` unless node_modules already holds what package-lock.json says. Ends the process when that fails. */
export async function ensureInstalled() {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  if (!isInstalled(readPackages('package-lock.json'), readPackages('node_modules/.package-lock.json'))) {
    console.log('Installing dependencies (npm ci) …');
    const status = await run('npm', ['ci', '--no-audit', '--no-fund']);
    if (status !== 0) process.exit(status);
  }
  writeFileSync(stamp, lock);
}

/**
 * Whether an `npm ci` by hand did the work. npm writes node_modules/.package-lock.json last, after every install script:
 * an interrupted or failed install has none. Optional packages of other platforms are in the lock only.
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

/** Lets the command go down with this process. */
function run(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  const kill = () => child.kill('SIGTERM');
  process.once('exit', kill);
  return new Promise((resolve) => {
    child.once('error', ({ message }) => {
      console.error(`${command} could not be started: ${message}`);
      resolve(1);
    });
    child.once('exit', (status) => {
      process.off('exit', kill);
      resolve(status ?? 1);
    });
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages;
  } catch {
    return {};
  }
}
