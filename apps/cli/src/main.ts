import { Command, CommanderError } from 'commander';
import { suggest } from './commands/suggest.js';
import { loadVerbs, verbs } from './verbs.js';

export { readVersion } from './config.js';
import { client } from '@tributary/client/generated/client.gen';
import { RequestFailure } from '@tributary/client/request-failure';
import { exitCodes, Failure, Interrupted, UsageProblem } from './output/failures.js';
import { endProgress, say } from './output/status-messages.js';
import { describeRequestFailure } from './requests/describe-failure.js';
import { PrintedRequest } from './requests/print-request.js';

export const hasVerb = (name: string): boolean => verbs.has(name);

/** @param others the names that are known beside the commands. @returns a line with the likely name, or nothing */
export function suggestVerb(name: string, others: readonly string[] = []): string {
  const suggestion = suggest(name, [...verbs.keys(), ...others]);
  return suggestion === '' ? '' : `${suggestion}\n`;
}

/** @returns the names of all commands with one line each */
export async function listVerbs(): Promise<[name: string, summary: string][]> {
  return (await loadVerbs()).map((command) => [command.name(), command.summary()]);
}

/** Runs a command. Sets the exit code: 0, 1 after a failure, 2 for a wrong call, 3 if lines were refused. */
export async function runVerb(name: string, args: readonly string[]): Promise<void> {
  endQuietlyWithoutReader();
  const load = verbs.get(name);
  if (!load) throw new Error(`there is no command "${name}"`);
  const program = new Command('tributary')
    .enablePositionalOptions()
    .exitOverride()
    .addCommand(await load());
  // The SDK's timers do not keep a process running.
  const running = setInterval(() => undefined, 60_000);
  try {
    await program.parseAsync([name, ...args], { from: 'user' });
  } catch (error) {
    // It has printed the help or the problem already.
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else process.exitCode = reportFailure(error);
  } finally {
    clearInterval(running);
  }
}

/** `tributary … | head -1`: the reader has what it wants. */
function endQuietlyWithoutReader(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit(process.exitCode ?? 0);
    });
}

/** Says what went wrong, and what to do about it. @returns the exit code */
function reportFailure(error: unknown): number {
  endProgress();
  if (error instanceof PrintedRequest) return 0;
  if (error instanceof Interrupted) return exitCodes.interrupted;
  const { message, hint } = describe(error);
  say(`error: ${message}`, 'red');
  if (hint !== undefined) say(hint);
  return error instanceof UsageProblem ? exitCodes.usage : exitCodes.failure;
}

function describe(error: unknown): { message: string; hint?: string | undefined } {
  if (error instanceof RequestFailure)
    return describeRequestFailure(error, client.getConfig().baseUrl?.replace(/\/v1$/, '') ?? '');
  if (error instanceof Failure) return error;
  return { message: error instanceof Error ? error.message : String(error) };
}
