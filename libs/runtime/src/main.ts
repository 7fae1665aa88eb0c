import { ConfigError } from './config.js';
import type { Logger } from './logger.js';

/** Longest time a shutdown may take, once it has drained, before the process is ended as it is. */
export const shutdownTimeoutMs = 15_000;

/** What a process runs. */
export interface Running {
  drain: () => Promise<void>;
  stop: () => Promise<void>;
}

/** A process: starts, and on SIGTERM, SIGINT or SIGHUP drains and stops, once, with exit code 0. */
export async function runProcess(start: () => Promise<Running>): Promise<void> {
  const stopped = onStopSignal();
  try {
    const running = await start();
    await stopped;
    await running.drain();
    setTimeout(() => exit(1, 'the shutdown took too long'), shutdownTimeoutMs).unref();
    await running.stop();
    process.exit(0);
  } catch (error) {
    exit(1, explain(error));
  }
}

/** Resolves at the first SIGTERM, SIGINT or SIGHUP, also one that comes while the process is starting; a second changes nothing. */
function onStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
}

/** One-shot commands of an app: `node main.js migrate`; each gets the arguments behind its name. Without one the app serves. */
export async function runCommand(
  commands: Record<string, (args: string[]) => Promise<void>>,
  serve: () => Promise<void>,
): Promise<void> {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined) return serve();
  const command = commands[name];
  if (!command) exit(1, `unknown command "${name}"; there are: ${Object.keys(commands).join(', ') || 'none'}`);
  try {
    await command(args);
    // A pipe takes what was printed bit by bit, and an exit does not wait for it.
    await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
    process.exit(0);
  } catch (error) {
    exit(1, explain(error));
  }
}

/** What a person can mend is told without a stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: string };
  if (code === 'EADDRINUSE') return `${error.message}: something else listens there; set PORT to another port.`;
  const isMendable =
    error instanceof ConfigError || error.name === 'InUseError' || code === 'EACCES' || code === 'ENOTDIR';
  return isMendable ? error.message : (error.stack ?? error.message);
}

/** A part that has stopped for good must not look alive: the orchestrator, or a person, starts the process anew. */
export const exitBecause =
  (logger: Logger, what: string) =>
  (error: Error): never => {
    logger.fatal({ err: error }, what);
    process.exit(1);
  };

function exit(code: number, message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}
