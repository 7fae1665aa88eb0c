import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { retry } from '@tributary/contracts/retry';
import { cachedDirectory } from './cached-directory.js';

const repository = 'https://repo1.maven.org/maven2';
const downloads = 8;

/**
 * Downloads jars from Maven Central once per checkout, also if called concurrently.
 *
 * @param name of their directory in the cache; holds the version
 * @param list names them, in the format of sha256sum
 * @returns their directory
 */
export const mavenJars = (name: string, list: string): Promise<string> =>
  cachedDirectory(name, (directory) => downloadAll(list, directory));

async function downloadAll(list: string, directory: string): Promise<void> {
  const jars = (await readFile(list, 'utf8')).trim().split('\n');
  const worker = async () => {
    for (let jar = jars.shift(); jar !== undefined; jar = jars.shift()) await download(jar, directory);
  };
  await Promise.all(Array.from({ length: downloads }, worker));
}

async function download(jar: string, directory: string): Promise<void> {
  const [sha256 = '', file = ''] = jar.split('  ');
  const url = `${repository}/${file}`;
  const bytes = await retry(() => fetchBytes(url), { pauseMs: 500, timeoutMs: 60_000, isRetryable: () => true });
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error(`${url} has another SHA-256`);
  await writeFile(path.join(directory, path.basename(file)), bytes);
}

async function fetchBytes(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
