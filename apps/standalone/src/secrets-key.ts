import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** SECRETS_KEY of the embedded product: generated on the first start, in a file that only its owner can read. */
export function secretsKey(dataDirectory: string): string {
  const file = path.join(dataDirectory, 'secrets.key');
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, randomBytes(32).toString('base64'), { mode: 0o600, flush: true });
    // Atomic, and never replaces an existing key: the secrets sealed with it could not be opened any more.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}
