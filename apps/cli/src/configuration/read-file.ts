import { readJsonInput } from '../files/json-input.js';
import { Failure } from '../output/failures.js';
import { readConfiguration, type Configuration, type Problem } from './model/configuration.js';

/** More than these help no one at once. */
const maxProblems = 20;

/** Reads a configuration. @throws Failure that names every field that is wrong */
export async function readConfigurationFile(file: string): Promise<Configuration> {
  const { configuration, problems } = readConfiguration(await readJsonInput(file));
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
