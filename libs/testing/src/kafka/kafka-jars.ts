import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { retry } from '@tributary/contracts/retry';

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

export const kafkaDirectory = path.join(import.meta.dirname, '../../kafka');
const cache = path.join(import.meta.dirname, '../../../../node_modules/.cache/tributary/kafka-4.1.1');
const repository = 'https://repo1.maven.org/maven2';
const downloads = 8;

/**
 * Downloads the 46 jars of Kafka 4.1.1 (43 MB) from Maven Central once per checkout, also if called concurrently.
 * `kafka/jars.sha256` names them in the format of sha256sum.
 *
 * @returns their directory
 */
export async function kafkaJars(): Promise<string> {
  if (await exists(cache)) return cache;
  const fetched = `${cache}.${randomUUID()}`;
  await mkdir(fetched, { recursive: true });
  try {
    await downloadAll(fetched);
    // The first process to rename wins. The rename is atomic, so no process sees an incomplete directory.
    await rename(fetched, cache).catch(() => undefined);
  } finally {
    await rm(fetched, { recursive: true, force: true });
  }
  return cache;
}

async function downloadAll(directory: string): Promise<void> {
  const list = await readFile(path.join(kafkaDirectory, 'jars.sha256'), 'utf8');
  const jars = list.trim().split('\n');
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

/** An error message that says what to install if Java is missing. */
export function explainJava(error: unknown): string {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
    ? 'The local Kafka broker needs a Java runtime, version 17 or later (Debian: openjdk-17-jre-headless)'
    : `java failed: ${error instanceof Error ? error.message : String(error)}`;
}
