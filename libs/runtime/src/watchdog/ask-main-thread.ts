import { spawn } from 'node:child_process';
import { Session } from 'node:inspector';
import { setTimeout as sleep } from 'node:timers/promises';
import { askName, type WorkInProgress } from './watchdog-data.js';

const answerTimeoutMs = 500;
const exitTimeoutMs = 1_000;

/** A session in which the main thread runs an expression, also in the middle of a computation. Not in native code. */
function connect(): Session {
  const session = new Session();
  session.connectToMainThread();
  return session;
}

/** The work in progress of the main thread; undefined if it does not answer. */
export async function askMainThread(): Promise<WorkInProgress | undefined> {
  const session = connect();
  const expression = `globalThis[Symbol.for('${askName}')]()`;
  const answer = new Promise<WorkInProgress | undefined>((resolve) =>
    session.post('Runtime.evaluate', { expression, returnByValue: true }, (error, reply) => {
      resolve(error ? undefined : (JSON.parse(String(reply.result.value ?? '{}')) as WorkInProgress));
    }),
  );
  const work = await Promise.race([answer, sleep(answerTimeoutMs, undefined)]);
  session.disconnect();
  return work;
}

/**
 * Ends the process with code 1; with SIGKILL if that takes too long. An exit ends this thread too, and waits for threads
 * that no exit interrupts, in native code: so another process kills it.
 */
export async function endProcess(): Promise<void> {
  killFromOutside();
  const session = connect();
  // `process.exit` would run listeners in the middle of other work.
  session.post('Runtime.evaluate', { expression: 'process.reallyExit(1)' });
  // An exit waits for open sessions.
  session.disconnect();
  await sleep(exitTimeoutMs);
  process.kill(process.pid, 'SIGKILL');
}

/**
 * It looks twice: the number of a process that has ended may be another's. The kernel protects process 1 of a container
 * from signals that come from inside.
 */
function killFromOutside(): void {
  const script = `sleep ${exitTimeoutMs / 1_000} && kill -0 "$0" && sleep 1 && kill -9 "$0"`;
  const killer = spawn('sh', ['-c', script, String(process.pid)], { detached: true, stdio: 'ignore' });
  // Without a shell this thread is left to kill.
  killer.on('error', () => undefined).unref();
}
