// The needs of the tiers beside Node.js, whether this machine has them, and how Debian gets them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** The first line that the command prints; undefined if it is missing or fails. */
function output(command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8', timeout: 30_000 });
  return status === 0 ? `${stdout}${stderr}`.trim().split('\n')[0] : undefined;
}

/** The version in the output, if it is at least `oldest`. */
function version(text, oldest) {
  const found = /\d+(?:\.\d+)*/.exec(text ?? '')?.[0];
  if (!found) return undefined;
  const [have, need] = [found, oldest].map((value) => value.split('.').map(Number));
  const difference = need.map((part, index) => (have[index] ?? 0) - part).find((part) => part !== 0) ?? 0;
  return difference < 0 ? undefined : found;
}

/** The commit that the tier upgrade starts from: the last one before an upgrade was a promise. */
export const upgradedCommit = '42e53b77';

const docker = () => version(output('docker', 'info', '--format', '{{.ServerVersion}}'), '0');
const java = () => version(output('java', '-version'), '17');
const chromium = () => {
  const program = process.env.CHROMIUM || '/usr/bin/chromium';
  return existsSync(program) ? program : undefined;
};

/** Each: its name in the table, what was found (undefined if nothing), and how it is had on Debian. */
export const needs = {
  java: { name: 'Java 17', find: java, debian: 'apt-get install default-jdk-headless' },
  kafka: {
    name: 'Docker, or Java 17',
    find: () => {
      const engine = docker();
      // In CI containers are mandatory: see libs/testing/src/containers.
      return engine ? `docker ${engine}` : !process.env.CI && java() ? `java ${java()}` : undefined;
    },
    debian: 'apt-get install docker.io, then dockerd; or default-jdk-headless',
  },
  docker: { name: 'Docker', find: docker, debian: 'apt-get install docker.io, then dockerd' },
  compose: {
    name: 'Docker Compose',
    find: () => version(output('docker', 'compose', 'version') ?? output('docker-compose', '--version'), '1'),
    debian: 'apt-get install docker-compose',
  },
  chromium: { name: 'Chromium', find: chromium, debian: 'apt-get install chromium, or name it in CHROMIUM' },
  python: {
    name: 'Python 3.9',
    find: () => version(output('python3', '--version'), '3.9'),
    debian: 'apt-get install python3',
  },
  venv: {
    name: 'Python 3.11 with venv',
    find: () =>
      output('python3', '-c', 'import venv, ensurepip') !== undefined &&
      version(output('python3', '--version'), '3.11'),
    debian: 'apt-get install python3-venv',
  },
  php: { name: 'PHP 8.1', find: () => version(output('php', '--version'), '8.1'), debian: 'apt-get install php-cli' },
  curl: { name: 'curl', find: () => version(output('curl', '--version'), '7.81'), debian: 'apt-get install curl' },
  openssl: {
    name: 'openssl',
    find: () => version(output('openssl', 'version'), '1.1'),
    debian: 'apt-get install openssl',
  },
  script: {
    name: 'script (util-linux)',
    find: () => version(output('script', '--version'), '2'),
    debian: 'apt-get install bsdutils',
  },
  go: { name: 'Go', find: () => version(output('go', 'version'), '1.21'), debian: 'apt-get install golang-go' },
  promtool: {
    name: 'promtool',
    find: () => version(output('promtool', '--version'), '2'),
    debian: 'apt-get download prometheus, then unpack it',
  },
  history: {
    name: `commit ${upgradedCommit}`,
    find: () => output('git', 'rev-parse', '--verify', '--quiet', `${upgradedCommit}^{commit}`),
    debian: 'git fetch --unshallow',
  },
  root: { name: 'root', find: () => (process.getuid?.() === 0 ? 'yes' : undefined), debian: 'run it as root' },
};

/**
 * The needs of a run of the tiers, once each.
 *
 * @returns for each need: its name, what was found, how to get it, and the tiers that need it
 */
export function findNeeds(tiers) {
  return Object.entries(needs).flatMap(([key, { name, find, debian }]) => {
    const users = tiers.filter(({ needs: wanted }) => wanted.includes(key)).map((tier) => tier.name);
    return users.length > 0 ? [{ name, found: find() || undefined, debian, tiers: users }] : [];
  });
}

/** The table that a run begins with. */
export function describeNeeds(found) {
  const width = Math.max(...found.map(({ name }) => name.length));
  return found
    .map(
      ({ name, found: version, debian, tiers }) =>
        `  ${name.padEnd(width)}  ${version ? '✔' : '✘'} ${version ?? `${debian} (for ${tiers.join(', ')})`}`,
    )
    .join('\n');
}
