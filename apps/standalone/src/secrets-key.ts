import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The embedded product's own SECRETS_KEY: made on the first start, for its owner's eyes only. */
export function secretsKey(dataDirectory: string): string {
  const file = path.join(dataDirectory, 'secrets.key');
  try {
    // Never over an existing one: what it sealed could not be opened again.
    writeFileSync(file, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
