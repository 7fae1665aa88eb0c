import { execFile } from 'node:child_process';
import path from 'node:path';

export const repository = path.join(import.meta.dirname, '../../../..');

export interface Outcome {
  code: number;
  output: string;
  errors: string;
}

/**
 * Runs a command in the repository until it exits, with any exit code.
 *
 * @param input its standard input
 * @throws if there is no such command
 */
export function run(command: string[], input = ''): Promise<Outcome> {
  const [file = '', ...args] = command;
  const options = { cwd: repository, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    const child = execFile(file, args, options, (error, output, errors) => {
      if (error && typeof error.code !== 'number') reject(new Error(`${file}: ${error.message}`, { cause: error }));
      else resolve({ code: Number(error?.code ?? 0), output, errors });
    });
    child.stdin?.on('error', () => undefined); // EPIPE, if the command exits before it reads the input
    child.stdin?.end(input);
  });
}

/** @returns the output of the command. @throws with output and errors if the command fails. */
export async function succeed(command: string[]): Promise<string> {
  const { code, output, errors } = await run(command);
  if (code !== 0) throw new Error(`${command.join(' ')} exited with ${code}\n${output}\n${errors}`);
  return output.trim();
}

export const docker = (...args: string[]): Promise<string> => succeed(['docker', ...args]);

/** Finds Compose as a Docker plugin or as a separate command. @throws an error that names what to install. */
export async function composeCommand(): Promise<string[]> {
  for (const command of [['docker', 'compose'], ['docker-compose']]) {
    const found = await run([...command, 'version']).catch(() => undefined);
    if (found?.code === 0) return command;
  }
  throw new Error(
    'These suites run in containers only: they need Docker and its compose (docker compose, or docker-compose 1.29)',
  );
}
