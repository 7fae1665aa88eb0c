import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parseJson } from '@tributary/client/exact-json';
import { Failure, unreadable } from '../output/failures.js';

/** The JSON in a file, or with `-` in stdin. @throws Failure that names the file */
export async function readJsonInput(file: string): Promise<unknown> {
  const given = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  try {
    return parseJson(given);
  } catch (error) {
    throw new Failure(`${file} is not JSON: ${(error as Error).message}`);
  }
}
