import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';

/** The system account a server runs as when it cannot run as ours. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root. Started by root it runs as the owner of its data, on a first start as `postgres`
 * or as `tributary`, which is made when neither exists. Undefined for everybody else: the server runs as ourselves.
 */
export function serverAccount(dataDirectory: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(dataDirectory, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findAccount('postgres') ?? findAccount('tributary') ?? createAccount('tributary');
}

/** True when the account may read (a file) or list (a directory) the path and walk every directory above it. */
export function canReach(target: string, account: Account): boolean {
  const real = path.resolve(target);
  const above = ancestors(real);
  return allows(real, account, 0o5) && above.every((directory) => allows(directory, account, 0o1));
}

/** What to spawn a program of PostgreSQL with: the account, and none of our environment. */
export function spawnOptions(account: Account | undefined, dataDirectory: string) {
  return { ...account, cwd: dataDirectory, env: { LC_ALL: 'C', TZ: 'UTC' } };
}

/**
 * Root's directories may be closed to the account the server runs as. Its working directory is set before it gives up
 * root, and Linux lets every process reach its own working directory by this name.
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
  throw new Error('PostgreSQL does not run as root, and no account could be made for it: create a user "postgres"');
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
