// `npm test`: the whole set-up in a fresh clone. Installs, builds, checks types and style, runs every spec, then has
// a Kubernetes API server judge the manifests, then the end-to-end suites; the last line is `N passed, N failed`.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled } from './install.mjs';
import { readRun, readSuites, readWorkspace, tally } from './test-results.mjs';

const root = path.join(import.meta.dirname, '..');
const graceful_ms = 15_000;
let running;

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void interrupt(signal));

try {
  await ensureInstalled();
  finish(await runEverything());
} catch (error) {
  finish({ passed: 0, failures: [`npm test itself: ${error.stack}`] });
}

async function runEverything() {
  const projects = readWorkspace(root);
  // Results of an earlier run must not count for a project that does not get as far as running its specs; Nx restores
  // the file of a project whose cached result is still good.
  for (const { directory } of projects) rmSync(path.join(directory, '.test-results'), { recursive: true, force: true });
  const tasks = [];
  for (const targets of [['typecheck', 'lint', 'test'], ['kubernetes'], ['e2e']])
    tasks.push(...(await runTargets(...targets)));
  return tally(tasks, readSuites(projects));
}

/** Runs the targets of all projects, with their output as progress, and says how each task ended. */
async function runTargets(...targets) {
  const { cacheDir } = await import('@nx/devkit');
  const report = path.join(cacheDir, 'run.json');
  rmSync(report, { force: true });
  const nx = path.join(root, 'node_modules/nx/dist/bin/nx.js');
  const args = [nx, 'run-many', '-t', ...targets, '--outputStyle=static'];
  const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' };
  running = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await new Promise((resolve) => running.once('exit', (status) => resolve(status ?? 1)));
  running = undefined;
  return readRun(report, targets, code);
}

function finish({ passed, failures }) {
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
  console.log(`\n${passed} passed, ${failures.length} failed`);
  process.exit(failures.length === 0 && passed > 0 ? 0 : 1);
}

/** Ctrl-C reaches every process of the terminal, a SIGTERM only this one: it is handed on, and waited for. */
async function interrupt(signal) {
  if (running) {
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, graceful_ms))]);
    running?.kill('SIGKILL');
  }
  process.exit(signal === 'SIGINT' ? 130 : 143);
}
