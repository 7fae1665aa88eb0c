import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

export const kafkaDirectory = path.join(import.meta.dirname, '../kafka');
const cache = path.join(import.meta.dirname, '../../../node_modules/.cache/tributary/kafka-4.1.1');

/** The directory of Kafka's jars, fetched from Maven Central once per checkout. Safe to call from several processes at once. */
export async function kafkaJars(): Promise<string> {
  if (await exists(cache)) return cache;
  const fetched = `${cache}.${randomUUID()}`;
  await maven(['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${fetched}`]);
  // Whoever renames first wins; the directory appears complete or not at all.
  await rename(fetched, cache).catch(() => rm(fetched, { recursive: true, force: true }));
  return cache;
}

async function maven(goals: string[]) {
  try {
    await run('mvn', ['-q', '-B', '-f', path.join(kafkaDirectory, 'pom.xml'), ...goals], {
      maxBuffer: 16 * 1024 * 1024,
    });
  } catch (error) {
    throw new Error(explain('mvn', error), { cause: error });
  }
}

/** What to do about a program that is missing or failed. */
export function explain(program: 'java' | 'mvn', error: unknown): string {
  const install = {
    java: 'a Java runtime, version 17 or later (Debian: openjdk-17-jre-headless)',
    mvn: 'Apache Maven (Debian: maven)',
  };
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
    ? `The local Kafka broker needs ${install[program]}: "${program}" was not found`
    : `${program} failed: ${error instanceof Error ? error.message : String(error)}`;
}
