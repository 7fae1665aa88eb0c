// One process at a time changes node_modules and dist of this checkout. Node's built-ins only: nothing is installed yet.
import { spawn } from 'node:child_process';
import { appendFileSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Each owner creates the file with the next number, which lists the owner and the commands that it runs, and empties
 * the file at the release. Files stay for a while: a slow process that still tries to create an old number must fail.
 */
const directory = path.join(import.meta.dirname, '../.cache/checkout-lock');
const pollMs = 100;
const keptFiles = 100;

/**
 * Runs `change` while no other process changes the checkout. The lock of a process that has died is taken over, once
 * the commands that it ran have ended too.
 *
 * @param change gets `run(command, args, options)`, which resolves with the exit status and the output
 */
export async function changeCheckout(change) {
  const file = await acquire();
  try {
    return await change((...command) => run(file, ...command));
  } finally {
    writeFileSync(file, '');
  }
}

async function acquire() {
  mkdirSync(directory, { recursive: true });
  const waiting = 'Another process installs or builds in this checkout; waiting for it …';
  const notice = setTimeout(() => console.log(waiting), 1_000);
  try {
    for (;;) {
      const latest = Math.max(0, ...readdirSync(directory).map(Number).filter(Number.isInteger));
      if (isHeld(latest)) await sleep(pollMs);
      else if (claim(latest + 1)) return fileOf(latest + 1);
    }
  } finally {
    clearTimeout(notice);
  }
}

const fileOf = (number) => path.join(directory, String(number));

function isHeld(number) {
  if (number === 0) return false;
  // A process may note a command and die between the reading and the check: read until nothing was added.
  for (let before, list; (list = readFileSync(fileOf(number), 'utf8')) !== before; before = list) {
    const owners = list.split('\n').filter(Boolean);
    if (owners.some((owner) => identify(Number.parseInt(owner, 10)) === owner)) return true;
  }
  return false;
}

/** @returns false when another process was faster. A link appears with its content; a file that is written does not. */
function claim(number) {
  const draft = path.join(directory, `draft-${process.pid}`);
  writeFileSync(draft, `${identify(process.pid)}\n`);
  try {
    linkSync(draft, fileOf(number));
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft);
  }
  rmSync(fileOf(number - keptFiles), { force: true });
  return true;
}

/** Process id and start time, because ids are reused; undefined for a process that has ended. */
function identify(pid) {
  try {
    if (process.platform !== 'linux') return process.kill(pid, 0) && String(pid);
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return state === 'Z' ? undefined : `${pid} ${fields[18]}`;
  } catch (error) {
    return error.code === 'EPERM' ? String(pid) : undefined;
  }
}

/** The command ends with this process, except after SIGKILL; then it holds the lock until it has ended. */
function run(lockFile, command, args, options) {
  const child = spawn(command, args, options);
  const kill = () => child.kill('SIGTERM');
  process.once('exit', kill);
  let output = '';
  child.stdout?.on('data', (data) => (output += data));
  child.stderr?.on('data', (data) => (output += data));
  child.once('spawn', () => appendFileSync(lockFile, `${identify(child.pid)}\n`));
  return new Promise((resolve) => {
    child.once('error', ({ message }) =>
      resolve({ status: 1, output: `${command} could not be started: ${message}\n` }),
    );
    child.once('close', (status) => {
      process.off('exit', kill);
      resolve({ status: status ?? 1, output });
    });
  });
}
