import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { machineEnvironment } from '@tributary/testing/config';

const run = promisify(execFile);
/** Longer than any compiler or retry takes on a busy machine. */
const timeout = 300_000;

interface ProgramInput {
  directory: string;
  stdin?: string;
  /** In addition to the machine's environment. */
  env?: Record<string, string>;
}

/** @returns what the program writes to stdout. @throws if it fails. */
export async function runProgram([program = '', ...args]: string[], input: ProgramInput): Promise<string> {
  const { directory, stdin = '', env } = input;
  const running = run(program, args, { cwd: directory, timeout, env: { ...machineEnvironment(), ...env } });
  // A program that ends without reading closes the pipe; its exit says why.
  running.child.stdin?.on('error', () => undefined).end(stdin);
  const { stdout } = await running.catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT'
      ? new Error(`${program} is not installed; CONTRIBUTING.md lists what is needed`)
      : error;
  });
  return stdout;
}
