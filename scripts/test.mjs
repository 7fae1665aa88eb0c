// `npm test` runs the tier core; `npm run test:all` runs every tier, or those of `-- --only kafka,browser`. Both install when
// needed. The last line is `N passed, N failed`.
import { nodeToUse } from './node-version.mjs';
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { changeCheckout } from './checkout-lock.mjs';
import { ensureInstalled } from './install.mjs';
import { readRun, readSuites, readWorkspace, reportsOf, tally } from './test-results.mjs';
import { describeNeeds, findNeeds } from './tiers/needs.mjs';
import { phasesOf } from './tiers/phases.mjs';
import { core, selectTiers, tierNames } from './tiers/tiers.mjs';
import { describeTimes, recordTimes, timesOf } from './tiers/times.mjs';

const root = path.join(import.meta.dirname, '..');
const graceful_ms = 15_000;
/** The runs of Nx. */
const running = new Set();

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void interrupt(signal));

try {
  const { tiers, record } = readArguments();
  requireNeeds(tiers);
  await changeCheckout(ensureInstalled);
  finish(tiers, await runTiers(tiers, record));
} catch (error) {
  finish([], { passed: 0, failures: [`the test run itself: ${error.usage ?? error.stack}`] });
}

function readArguments() {
  const { values } = parseArgs({
    options: { all: { type: 'boolean' }, only: { type: 'string' }, record: { type: 'boolean' } },
  });
  try {
    const names = values.only === undefined ? (values.all ? tierNames : [core.name]) : values.only.split(',');
    return { tiers: selectTiers(names), record: values.record ?? false };
  } catch (error) {
    throw Object.assign(error, { usage: error.message });
  }
}

/** Half a run proves nothing: it does not begin unless this machine has everything. */
function requireNeeds(tiers) {
  const found = findNeeds(tiers);
  if (found.length === 0) return;
  console.log(
    `${tiers.map(({ name }) => name).join(', ')}: what they need, and what this machine has\n${describeNeeds(found)}\n`,
  );
  const missing = found.filter((need) => need.found === undefined);
  if (missing.length === 0) return;
  const able = tierNames.filter(
    (name) => tiers.some((tier) => tier.name === name) && !missing.some((need) => need.tiers.includes(name)),
  );
  const remedy = able.length > 0 ? `, or run the others: npm run test:all -- --only ${able.join(',')}` : '';
  throw Object.assign(new Error('missing'), {
    usage: `this machine lacks ${missing.map(({ name }) => name).join(', ')}. Install it${remedy}`,
  });
}

async function runTiers(tiers, record) {
  // A result of an earlier run must not count when this run does not get as far. Nx restores the file of a project whose
  // cached result is still valid.
  const projects = readWorkspace(root);
  const reports = reportsOf(
    projects,
    tiers.flatMap(({ groups }) => groups.flat()),
  );
  for (const { file } of reports) rmSync(file, { force: true });
  const { cacheDir } = await import('@nx/devkit');
  const report = path.join(cacheDir, 'run.json');
  const tasks = [];
  for (const queues of phasesOf(tiers, projects)) {
    rmSync(report, { force: true });
    tasks.push(...(await Promise.all(queues.map((runs) => runQueue(runs, report)))).flat());
    // The later phases would test an older build.
    if (tasks.some(({ target, failed }) => target === 'build' && failed)) break;
  }
  const suites = readSuites(reports);
  const times = timesOf(tasks, suites, root);
  console.log(describeTimes(times));
  if (record) recordTimes(times, root);
  return tally(tasks, suites);
}

async function runQueue(runs, report) {
  const tasks = [];
  for (const run of runs) tasks.push(...(await runTargets(run, report)));
  return tasks;
}

/** Runs the targets and prints their output. @param report where Nx writes it @returns how each task ended. */
async function runTargets({ targets, options }, report) {
  const nx = path.join(root, 'node_modules/nx/dist/bin/nx.js');
  const args = ['run-many', '-t', ...targets, ...options, '--outputStyle=static'];
  const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' };
  const run = spawn(nodeToUse(), [nx, ...args], { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  running.add(run);
  const code = await new Promise((resolve) => run.once('exit', (status) => resolve(status ?? 1)));
  running.delete(run);
  return readRun(report, targets, code, args.join(' '));
}

function finish(tiers, { passed, failures }) {
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
  const left = tierNames.filter((name) => !tiers.some((tier) => tier.name === name));
  if (tiers.includes(core) && left.length > 0)
    console.log(
      `\nThis ran the tier ${core.name}, which needs only Node.js.` +
        `\nNot run: ${left.join(', ')}. CONTRIBUTING.md says what each proves.` +
        '\nThe command that runs them, and begins by listing what they need: npm run test:all',
    );
  console.log(`\n${passed} passed, ${failures.length} failed`);
  process.exit(failures.length === 0 && passed > 0 ? 0 : 1);
}

/** Ctrl-C reaches every process of the terminal. SIGTERM reaches this one only, which forwards it and waits for the end. */
async function interrupt(signal) {
  const gone = [...running].map((run) => new Promise((resolve) => run.once('exit', resolve)));
  for (const run of running) run.kill(signal);
  await Promise.race([Promise.all(gone), new Promise((resolve) => setTimeout(resolve, graceful_ms))]);
  for (const run of running) run.kill('SIGKILL');
  process.exit(signal === 'SIGINT' ? 130 : 143);
}
