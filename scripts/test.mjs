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
import { core, selectTiers, tierNames } from './tiers/tiers.mjs';
import { describeTimes, recordTimes, timesOf } from './tiers/times.mjs';

const root = path.join(import.meta.dirname, '..');
const graceful_ms = 15_000;
let running;

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
  const reports = reportsOf(
    readWorkspace(root),
    tiers.flatMap(({ groups }) => groups.flat()),
  );
  for (const { file } of reports) rmSync(file, { force: true });
  const tasks = [];
  for (const targets of groupsOf(tiers)) tasks.push(...(await runTargets(...targets)));
  const suites = readSuites(reports);
  const times = timesOf(tasks, suites, root);
  console.log(describeTimes(times));
  if (record) recordTimes(times, root);
  return tally(tasks, suites);
}

/** Groups of targets, in their order. The tiers that share the machine form one: Nx runs two of its targets side by side. */
function groupsOf(tiers) {
  const shared = tiers.filter(({ isAlone }) => !isAlone);
  return tiers.flatMap((tier) => {
    if (tier.isAlone) return tier.groups;
    // Nx starts the targets of a project in this order: the longest one, faults, first.
    return tier === shared[0] ? [shared.toReversed().flatMap(({ groups }) => groups.flat())] : [];
  });
}

/** Runs the targets of all projects and prints their output. @returns how each task ended. */
async function runTargets(...targets) {
  const { cacheDir } = await import('@nx/devkit');
  const report = path.join(cacheDir, 'run.json');
  rmSync(report, { force: true });
  const nx = path.join(root, 'node_modules/nx/dist/bin/nx.js');
  // Many specs wait for processes, so three projects keep two cores busy; the suites of other tiers leave no room for a third.
  const parallel = `--parallel=${targets.includes('test') ? 3 : 2}`;
  const args = [nx, 'run-many', '-t', ...targets, parallel, '--outputStyle=static'];
  const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' };
  running = spawn(nodeToUse(), args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await new Promise((resolve) => running.once('exit', (status) => resolve(status ?? 1)));
  running = undefined;
  return readRun(report, targets, code);
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
  if (running) {
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, graceful_ms))]);
    running?.kill('SIGKILL');
  }
  process.exit(signal === 'SIGINT' ? 130 : 143);
}
