import { execFile } from 'node:child_process';
import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { cachedDirectory } from '../cached-directory.js';

export const clickHouseDirectory = path.join(import.meta.dirname, '../../clickhouse');
const packageName = '@chdb/lib-linux-x64-gnu';

/**
 * The file that holds a ClickHouse server, from npm: for Linux x64 with glibc. The package has 178 MB, so it is installed
 * when a test needs it, with the version and checksum of its own lock file, and not with the product.
 */
export async function clickHouseLibrary(): Promise<string> {
  const manifest = await readFile(path.join(clickHouseDirectory, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  const directory = await cachedDirectory(`clickhouse-${dependencies[packageName]}`, install);
  return path.join(directory, 'node_modules', packageName, 'libchdb.so');
}

async function install(directory: string): Promise<void> {
  for (const file of ['package.json', 'package-lock.json'])
    await copyFile(path.join(clickHouseDirectory, file), path.join(directory, file));
  try {
    await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: directory });
  } catch (error) {
    throw new Error(
      'npm could not install ClickHouse for tests, or has none for this machine. Without it, set CLICKHOUSE_URL to a server for tests',
      { cause: error },
    );
  }
}
