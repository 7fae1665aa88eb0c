import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { DataSource } from 'typeorm';
import { readLines } from '../erasure-log/erasure-line.js';
import type { ErasureKey } from '../identity/erasure-key.js';
import { eraseKept } from './erase-again.js';

/** Some megabytes of memory. */
const linesPerStep = 50_000;

export interface ErasedAgain {
  /** How many erasures were read. */
  erasures: number;
  /** How many people of the database were erased. */
  people: number;
}

/**
 * Erases again what the database does not know of a file of erasures.
 *
 * @throws ConfigError if the file has other lines, or erasures of another database
 */
export async function eraseLogged(
  dataSource: DataSource,
  erasureKey: Pick<ErasureKey, 'macOf'>,
  file: string,
): Promise<ErasedAgain> {
  const read: ErasedAgain = { erasures: 0, people: 0 };
  let first = 1;
  let lines: string[] = [];
  const flush = async () => {
    const erasures = readLines(lines, erasureKey, first);
    first += lines.length;
    lines = [];
    read.erasures += erasures.length;
    read.people += await eraseKept(dataSource, erasureKey, erasures);
  };
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    lines.push(line);
    if (lines.length === linesPerStep) await flush();
  }
  await flush();
  return read;
}
