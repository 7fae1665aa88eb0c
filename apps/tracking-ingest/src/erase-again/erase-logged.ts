import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { DataSource } from 'typeorm';
import { readLines } from '../erasure-log/erasure-line.js';
import type { ErasureKey } from '../identity/erasure-key.js';
import { eraseKept } from './erase-again.js';

/** Some megabytes of memory. */
const linesPerStep = 50_000;

/** Erases again what the database does not know of a file of erasures. Returns the number of people that it had. */
export async function eraseLogged(
  dataSource: DataSource,
  erasureKey: Pick<ErasureKey, 'macOf'>,
  file: string,
): Promise<number> {
  let people = 0;
  let lines: string[] = [];
  const flush = async () => {
    const erasures = readLines(lines, erasureKey);
    lines = [];
    people += await eraseKept(dataSource, erasureKey, erasures);
  };
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    lines.push(line);
    if (lines.length === linesPerStep) await flush();
  }
  await flush();
  return people;
}
