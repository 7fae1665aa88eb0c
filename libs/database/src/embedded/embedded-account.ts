import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';

/** The system account that runs the server if ours cannot. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root. Started by root, it runs as the owner of its data. On a first start it runs as
 * `postgres`, or as `tributary`, which is created if neither exists. Undefined for other users: the server runs as us.
 */
export function serverAccount(dataDirectory: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(dataDirectory, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findAccount('postgres') ?? findAccount('tributary') ?? createAccount('tributary');
}

/** True if the account may read the file or list the directory, and enter every directory above it. */
export function canReach(target: string, account: Account): boolean {
  const real = path.resolve(target);
  const above = ancestors(real);
  return allows(real, account, 0o5) && above.every((directory) => allows(directory, account, 0o1));
}

/** Options to spawn a PostgreSQL program: the account, and none of our environment. */
export function spawnOptions(account: Account | undefined, dataDirectory: string) {
  return { ...account, cwd: dataDirectory, env: { LC_ALL: 'C', TZ: 'UTC' } };
}

/**
 * The server's account may not be able to enter root's directories. The working directory is set before root is given
 * up, and on Linux every process can reach its working directory by this path.
 */
export const dataDirectoryArgument = (account: Account | undefined, dataDirectory: string) =>
  account && process.platform === 'linux' ? '/proc/self/cwd' : dataDirectory;

function findAccount(name: string): Account | undefined {
  try {
    return { uid: identity('-u', name), gid: identity('-g', name) };
  } catch {
    return undefined;
  }
}

function createAccount(name: string): Account {
  const commands: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]],
    ['adduser', ['-S', '-D', '-H', name]], // busybox
  ];
  for (const [command, args] of commands) {
    try {
      execFileSync(command, args, { stdio: 'ignore' });
      return { uid: identity('-u', name), gid: identity('-g', name) };
    } catch {
      continue;
    }
  }
  throw new Error('PostgreSQL does not run as root, and no account could be created for it: create a user "postgres"');
}

const identity = (flag: '-u' | '-g', name: string) =>
  Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));

function allows(target: string, { uid, gid }: Account, bits: number): boolean {
  const stats = statSync(target);
  const shift = stats.uid === uid ? 6 : stats.gid === gid ? 3 : 0;
  return ((stats.mode >> shift) & bits) === bits;
}

function ancestors(target: string): string[] {
  const parent = path.dirname(target);
  return parent === target ? [] : [parent, ...ancestors(parent)];
}
