import { randomUUID } from 'node:crypto';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { testingConfig } from './config.js';

/** Not in node_modules: the compiler takes a source file in there for a package, and `npm ci` deletes it. */
const cache = testingConfig().TEST_CACHE ?? path.join(import.meta.dirname, '../../../.cache');

/**
 * A directory that is filled once per checkout, or once in `TEST_CACHE`, also if called concurrently.
 *
 * @param name in the cache; holds the version of what is in it
 * @param fill gets an empty directory
 */
export async function cachedDirectory(name: string, fill: (directory: string) => Promise<void>): Promise<string> {
  const directory = path.join(cache, name);
  if (await exists(directory)) return directory;
  const unfinished = `${directory}.${randomUUID()}`;
  await mkdir(unfinished, { recursive: true });
  try {
    await fill(unfinished);
    // The first process to rename wins. The rename is atomic, so no process sees an incomplete directory.
    await rename(unfinished, directory).catch(() => undefined);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return directory;
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
