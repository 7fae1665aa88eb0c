import { accessError } from '@tributary/bus/kafka/access-error';
import { ConfigError, shutdownTimeoutMs } from './config.js';
import type { Logger } from './logger.js';
import { keepNewFilesPrivate } from './private-files.js';
import { beginEnd } from './watchdog/watchdog.js';

/** The running content of a process. */
export interface Running {
  drain: () => Promise<void>;
  stop: () => Promise<void>;
  /** A stop that takes longer is cut off. */
  stopWithinMs?: number;
}

/** Starts, drains and stops on the first SIGTERM, SIGINT or SIGHUP, then exits with code 0. */
export async function runProcess(start: () => Promise<Running>): Promise<void> {
  const stopped = onStopSignal();
  try {
    const running = await start();
    await stopped;
    await running.drain();
    setTimeout(() => fail('the shutdown took too long'), running.stopWithinMs ?? shutdownTimeoutMs).unref();
    await running.stop();
    process.exit(0);
  } catch (error) {
    fail(explain(error));
  }
}

/** Resolves at the first SIGTERM, SIGINT or SIGHUP, even during the start; further signals do nothing. */
function onStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
}

/** Runs a one-shot command of an app (`node main.js migrate`) with the arguments after its name; without one, serves. */
export async function runCommand(
  commands: Record<string, (args: string[]) => Promise<void>>,
  start: () => Promise<Running>,
): Promise<void> {
  // Before anything is written: the files of every app hold personal data or keys.
  keepNewFilesPrivate();
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined) return runProcess(start);
  const command = commands[name];
  if (!command) fail(`unknown command "${name}"; there are: ${Object.keys(commands).join(', ') || 'none'}`);
  try {
    await command(args);
    // Output to a pipe is written asynchronously, and exit does not wait for it.
    await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
    process.exit(0);
  } catch (error) {
    fail(explain(error));
  }
}

/** Errors that an operator can fix are printed without a stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const denied = accessError(error);
  if (denied) return denied.message;
  const { code } = error as { code?: string };
  if (code === 'EADDRINUSE') return `${error.message}: another program uses this port; set PORT to a free one.`;
  const isFixable =
    error instanceof ConfigError || error.name === 'InUseError' || code === 'EACCES' || code === 'ENOTDIR';
  return isFixable ? error.message : (error.stack ?? error.message);
}

/** Exits after a permanent failure, so that the process does not look alive: the orchestrator restarts it. */
export const exitBecause =
  (logger: Logger, what: string) =>
  (error: Error): never => {
    beginEnd();
    logger.fatal({ err: error }, what);
    process.exit(1);
  };

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
