import { chmodSync, mkdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseJson } from '@tributary/client/exact-json';

/** The JSON object in a file; undefined without a file. @param whenDamaged gets a problem that names the file */
export function readJsonFile(
  file: string,
  whenDamaged: (problem: string) => undefined,
): Record<string, unknown> | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const value: unknown = parseJson(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // The same problem as JSON that is no object.
  }
  return whenDamaged(`${file} is damaged: it holds no JSON object`);
}

/** Only the user can read the file. A reader finds the old content or the new one, never a part. */
export function writePrivateFile(file: string, value: unknown): void {
  const directory = path.dirname(file);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, file);
}

/** Whether other users of the machine can read the file. */
export const isReadableByOthers = (file: string): boolean => (statSync(file).mode & 0o077) !== 0;

/** Replaces a file of the user, in one step, and keeps its mode. A link stays a link. */
export function replaceTextFile(file: string, text: string): void {
  const target = realpathSync(file);
  const draft = `${target}.${process.pid}`;
  writeFileSync(draft, text, { mode: statSync(target).mode & 0o777 });
  renameSync(draft, target);
}
