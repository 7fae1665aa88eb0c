import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { cachedDirectory } from './cached-directory.js';

/** The folders of this lib that hold a package.json and its lock file. */
export type Tools = 'api-linters' | 'clickhouse' | 'plugin-sdks';

export const toolsDirectory = (tools: Tools) => path.join(import.meta.dirname, '..', tools);

/**
 * Packages that only one tier uses. The first test that needs them installs them, with the versions and checksums of their
 * own lock file; `npm start` and `npm test` do not.
 *
 * @returns the directory whose node_modules hold them
 */
export async function installedTools(tools: Tools): Promise<string> {
  const source = toolsDirectory(tools);
  const lock = await readFile(path.join(source, 'package-lock.json'));
  const digest = createHash('sha256').update(lock).digest('hex').slice(0, 16);
  return cachedDirectory(`${tools}-${digest}`, async (directory) => {
    for (const file of ['package.json', 'package-lock.json'])
      await copyFile(path.join(source, file), path.join(directory, file));
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: directory });
  });
}
