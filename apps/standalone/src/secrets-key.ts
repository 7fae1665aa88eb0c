import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The embedded product's own SECRETS_KEY: made on the first start, for its owner's eyes only. */
export function secretsKey(dataDirectory: string): string {
  const file = path.join(dataDirectory, 'secrets.key');
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, randomBytes(32).toString('base64'), { mode: 0o600, flush: true });
    // Whole or not at all, and never over an existing one: what that has sealed could not be opened again.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}
