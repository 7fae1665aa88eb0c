// Reads the source of a release: the commit and the versions of the checkout.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const maxBuffer = 64 * 1024 * 1024;

const git = (root, ...args) =>
  execFileSync('git', ['-c', 'core.quotePath=false', ...args], { cwd: root, encoding: 'utf8', maxBuffer });
const lines = (text) => text.split('\n').filter(Boolean);

/** The source of a release. `time` is in seconds since 1970. */
export function readSource(root, env) {
  const [commit, time] = git(root, 'log', '-1', '--format=%H %ct').trim().split(' ');
  const manifests = readManifests(root);
  return {
    commit,
    time: Number(env.SOURCE_DATE_EPOCH ?? time),
    version: manifests[0].version,
    manifests,
    otherVersions: readOtherVersions(root),
    changelog: readIfThere(root, 'CHANGELOG.md'),
    changed: lines(git(root, 'status', '--porcelain')),
    isShallow: git(root, 'rev-parse', '--is-shallow-repository').trim() === 'true',
    tagsHere: lines(git(root, 'tag', '--points-at', 'HEAD', '--list', 'v*')),
    released: lines(git(root, 'tag', '--list', 'v*')),
  };
}

/** The commits since the last release before this commit, newest first. Merges change nothing of their own. */
export function readCommits(root, tagsHere) {
  const exclude = tagsHere.map((tag) => `--exclude=${tag}`);
  const last = gitOrNothing(root, 'describe', '--tags', '--abbrev=0', '--match=v*', ...exclude);
  const range = last ? `${last}..HEAD` : 'HEAD';
  const log = git(root, 'log', '--no-merges', '--format=%x00%H %s', '--name-only', range);
  const commits = log
    .split('\0')
    .slice(1)
    .map((entry) => {
      const [title, ...files] = lines(entry);
      const [, hash, subject] = /^(\S+) (.*)$/.exec(title);
      return { hash: hash.slice(0, 10), subject, files };
    });
  return { last, commits };
}

function gitOrNothing(root, ...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/** The manifests of the workspace, the root's first. */
function readManifests(root) {
  const manifest = (file) => ({ file, ...JSON.parse(readFileSync(path.join(root, file), 'utf8')) });
  const top = manifest('package.json');
  const files = (top.workspaces ?? []).flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: root }));
  return [top, ...files.sort().map(manifest)];
}

/** Versions outside of package.json that a release publishes: of the image, and the tags in the manifests. */
function readOtherVersions(root) {
  const overlays = globSync('deploy/kubernetes/overlays/**/kustomization.yaml', { cwd: root }).sort();
  return [
    ...versionsIn(root, 'deploy/Dockerfile', /^ARG VERSION=(\S+)$/gm),
    ...overlays.flatMap((file) =>
      versionsIn(root, file, /name: tributary\n(?: {4}newName: .*\n)? {4}newTag: (\S+)$/gm),
    ),
  ];
}

const versionsIn = (root, file, pattern) =>
  [...readIfThere(root, file).matchAll(pattern)].map(([, version]) => ({ file, version }));

function readIfThere(root, file) {
  const location = path.join(root, file);
  return existsSync(location) ? readFileSync(location, 'utf8') : '';
}
