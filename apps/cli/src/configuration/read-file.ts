import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parseJson } from '@tributary/client/exact-json';
import { Failure } from '../output/failures.js';
import { readConfiguration, type Configuration, type Problem } from './model/configuration.js';

/** More than these help no one at once. */
const maxProblems = 20;

/** Reads a configuration. @throws Failure that names every field that is wrong */
export async function readConfigurationFile(file: string): Promise<Configuration> {
  const read = () => (file === '-' ? text(process.stdin) : readFile(file, 'utf8'));
  const given = await read().catch((error: unknown) => {
    throw new Failure(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  });
  const { configuration, problems } = readConfiguration(parsed(given, file));
  failAt(file, problems);
  return configuration;
}

/** @throws Failure with the problems of a file, if it has any */
export function failAt(file: string, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const lines = problems
    .slice(0, maxProblems)
    .map(({ path, message }) => `  ${path === '' ? '' : `${path}: `}${message}`);
  const more = problems.length - lines.length;
  if (more > 0) lines.push(`  and ${more} more`);
  throw new Failure([`${file} cannot be applied, and nothing was changed:`, ...lines].join('\n'));
}

function parsed(given: string, file: string): unknown {
  try {
    return parseJson(given);
  } catch (error) {
    throw new Failure(`${file} is not JSON: ${(error as Error).message}`);
  }
}
