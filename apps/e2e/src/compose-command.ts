import { execFile } from 'node:child_process';
import path from 'node:path';

export const repository = path.join(import.meta.dirname, '../../..');

export interface Outcome {
  code: number;
  output: string;
  errors: string;
}

/**
 * Runs a command in the repository to its end, whatever its exit code.
 *
 * @param input what it reads from its standard input
 * @throws when there is no such command
 */
export function run(command: string[], input = ''): Promise<Outcome> {
  const [file = '', ...args] = command;
  const options = { cwd: repository, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    const child = execFile(file, args, options, (error, output, errors) => {
      if (error && typeof error.code !== 'number') reject(new Error(`${file}: ${error.message}`, { cause: error }));
      else resolve({ code: Number(error?.code ?? 0), output, errors });
    });
    child.stdin?.on('error', () => undefined); // a command that ends without reading
    child.stdin?.end(input);
  });
}

/** @returns what the command prints. @throws with all of it when the command fails. */
export async function succeed(command: string[]): Promise<string> {
  const { code, output, errors } = await run(command);
  if (code !== 0) throw new Error(`${command.join(' ')} exited with ${code}\n${output}\n${errors}`);
  return output.trim();
}

export const docker = (...args: string[]): Promise<string> => succeed(['docker', ...args]);

/** Compose as a plugin of Docker's or as a command of its own. @throws an error that says what to install. */
export async function composeCommand(): Promise<string[]> {
  for (const command of [['docker', 'compose'], ['docker-compose']]) {
    const found = await run([...command, 'version']).catch(() => undefined);
    if (found?.code === 0) return command;
  }
  throw new Error(
    'These suites run in containers only: they need Docker and its compose (docker compose, or docker-compose 1.29)',
  );
}
