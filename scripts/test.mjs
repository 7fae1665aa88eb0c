// `test.mjs GROUP…`: installs when needed, then runs groups of Nx targets one after the other. A group is a list of
// targets, separated by commas. The last line is `N passed, N failed`. `npm test`, `npm run test:deploy` and
// `npm run test:cluster` name groups.
import { nodeToUse } from './node-version.mjs';
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { changeCheckout } from './checkout-lock.mjs';
import { ensureInstalled } from './install.mjs';
import { readRun, readSuites, readWorkspace, reportsOf, tally } from './test-results.mjs';

const root = path.join(import.meta.dirname, '..');
const groups = process.argv.slice(2).map((group) => group.split(','));
const graceful_ms = 15_000;
let running;

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void interrupt(signal));

try {
  await changeCheckout(ensureInstalled);
  finish(await runEverything());
} catch (error) {
  finish({ passed: 0, failures: [`the test run itself: ${error.stack}`] });
}

async function runEverything() {
  // A result of an earlier run must not count when this run does not get as far. Nx restores the file of a project whose
  // cached result is still valid.
  const reports = reportsOf(readWorkspace(root), groups.flat());
  for (const { file } of reports) rmSync(file, { force: true });
  const tasks = [];
  for (const targets of groups) tasks.push(...(await runTargets(...targets)));
  return tally(tasks, readSuites(reports));
}

/** Runs the targets of all projects and prints their output. @returns how each task ended. */
async function runTargets(...targets) {
  const { cacheDir } = await import('@nx/devkit');
  const report = path.join(cacheDir, 'run.json');
  rmSync(report, { force: true });
  const nx = path.join(root, 'node_modules/nx/dist/bin/nx.js');
  const args = [nx, 'run-many', '-t', ...targets, '--outputStyle=static'];
  const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' };
  running = spawn(nodeToUse(), args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await new Promise((resolve) => running.once('exit', (status) => resolve(status ?? 1)));
  running = undefined;
  return readRun(report, targets, code);
}

function finish({ passed, failures }) {
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
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
