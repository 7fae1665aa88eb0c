// The two versions of the product that a program compares: this checkout, and a commit that is built beside it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

const here = path.join(import.meta.dirname, '../..');
const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'tributary/bench');

/**
 * `{name, root, node}` of each version, the older one first; only this checkout without `against`. `node` is the Node.js
 * that the version brings with `npm ci`, otherwise the machine's.
 *
 * @param against a git ref. Its worktree is kept in the user's cache, and used again by all checkouts.
 */
export function checkouts(against) {
  const current = { name: 'checkout', root: here, node: nodeOf(here) };
  return against ? [older(against), current] : [current];
}

function older(ref) {
  const commit = git('rev-parse', '--verify', `${ref}^{commit}`);
  const root = path.join(cache, commit.slice(0, 12));
  const marker = path.join(root, 'node_modules/.built');
  if (!existsSync(marker)) {
    build(root, commit);
    writeFileSync(marker, '');
  }
  return { name: ref, root, node: nodeOf(root) };
}

function build(root, commit) {
  process.stderr.write(`building ${commit.slice(0, 12)} in ${root}, once …\n`);
  mkdirSync(cache, { recursive: true });
  rmSync(root, { recursive: true, force: true });
  git('worktree', 'prune');
  git('worktree', 'add', '--detach', root, commit);
  run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root });
  const env = { NX_DAEMON: 'false', NX_TUI: 'false' };
  run('npm', ['run', 'build', '--', '--outputStyle=static'], { cwd: root, env });
}

/** The Node.js of the package that the version depends on. Older versions have none: they run on the machine's. */
function nodeOf(root) {
  const bundled = path.join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  return existsSync(bundled) ? bundled : path.join(machinePath()[0], 'node');
}

/** The directories of PATH that have a `node`, without those of packages, which npm and npm scripts put in front. */
function machinePath() {
  const directories = (process.env.PATH ?? '').split(path.delimiter);
  return directories.filter((name) => !name.includes('node_modules') && existsSync(path.join(name, 'node')));
}

const git = (...args) => run('git', args, { cwd: here }).trim();

function run(command, args, { cwd, env }) {
  const PATH = [...machinePath(), process.env.PATH].join(path.delimiter);
  const options = { cwd, env: { ...process.env, PATH, ...env }, encoding: 'utf8', maxBuffer: 2 ** 26 };
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (status !== 0) throw error ?? new Error(`${command} ${args.join(' ')}: ${stdout}\n${stderr}`);
  return stdout;
}
