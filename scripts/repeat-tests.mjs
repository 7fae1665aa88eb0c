// Repeats the tests of a tier on a busy machine, to find those that fail by chance:
// `repeat-tests.mjs --tier core --times 10 --load 4 [--only PATTERN]`. PATTERN selects files by their path, as jest does.
// The load is a number of busy threads per core. Nx's cache serves the builds, but no result of a test.
import { nodeToUse } from './node-version.mjs';
import { execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { changeCheckout } from './checkout-lock.mjs';
import { ensureInstalled } from './install.mjs';
import { readRun, readSuites, readWorkspace, reportsOf, tally } from './test-results.mjs';
import { selectTiers, suffixes } from './tiers/tiers.mjs';

const root = path.join(import.meta.dirname, '..');
const numberOf = (text, name) => {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} is a number, not "${text}"`);
  return Number(text);
};
const { values } = parseArgs({
  options: {
    tier: { type: 'string', default: 'core' },
    times: { type: 'string', default: '10' },
    load: { type: 'string', default: '4' },
    only: { type: 'string', default: '' },
  },
});
const [tier] = selectTiers([values.tier]);
const times = numberOf(values.times, 'times');
const load = numberOf(values.load, 'load');
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const commit = git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' with changes');
const targets = findTargets();
let running;

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(running?.kill(signal) ? 130 : 1));

await changeCheckout(ensureInstalled);
if ((await nx('-t', 'build')) !== 0) throw new Error('the build failed');
// Threads end with this process, however it ends.
for (let count = load * availableParallelism(); count > 0; count -= 1) new Worker('for (;;);', { eval: true });

const failures = [];
for (let run = 1; run <= times; run += 1) {
  const { passed, failures: failed } = await runTests();
  if (passed + failed.length === 0) failed.push('no test ran');
  failures.push(...failed.map((failure) => `run ${run}: ${failure}`));
  console.log(`\nrun ${run} of ${times}: ${passed} passed, ${failed.length} failed`);
}
const slice = values.only === '' ? tier.name : `${tier.name}, ${values.only}`;
console.log(failures.map((failure) => `\n${failure}`).join(''));
console.log(`${failures.length} failures in ${times} runs (${commit}, load ${load}, ${slice})`);
process.exit(failures.length === 0 && times > 0 ? 0 : 1);

/** The targets of the tier that run jest, each with the projects that have a file for it. */
function findTargets() {
  const pattern = new RegExp(values.only, 'i');
  const files = git('ls-files', '--cached', '--others', '--exclude-standard')
    .split('\n')
    .filter((file) => pattern.test(path.join(root, file)));
  const isOf = (target, project) => (file) =>
    file.startsWith(`${path.relative(root, project.directory)}/`) && file.endsWith(`.${suffixes[target]}.ts`);
  return tier.groups
    .flat()
    .filter((target) => Object.hasOwn(suffixes, target))
    .map((target) => ({ target, projects: readWorkspace(root).filter((project) => files.some(isOf(target, project))) }))
    .filter(({ projects }) => projects.length > 0);
}

async function runTests() {
  const tasks = [];
  const reports = targets.flatMap(({ target, projects }) => reportsOf(projects, [target]));
  for (const { file } of reports) rmSync(file, { force: true });
  for (const { target, projects } of targets) tasks.push(...(await runTarget(target, projects)));
  return tally(tasks, readSuites(reports));
}

async function runTarget(target, projects) {
  const { cacheDir } = await import('@nx/devkit');
  const report = path.join(cacheDir, 'run.json');
  rmSync(report, { force: true });
  const only = values.only === '' ? [] : ['--', values.only];
  const names = projects.map(({ name }) => name).join(',');
  const code = await nx('-t', target, '-p', names, '--skip-nx-cache', '--exclude-task-dependencies', ...only);
  return readRun(report, [target], code);
}

/** Runs `nx run-many`. @returns its exit code */
function nx(...args) {
  const command = [path.join(root, 'node_modules/nx/dist/bin/nx.js'), 'run-many', '--outputStyle=static', ...args];
  const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' };
  running = spawn(nodeToUse(), command, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve) => running.once('exit', (status) => resolve(status ?? 1)));
}
