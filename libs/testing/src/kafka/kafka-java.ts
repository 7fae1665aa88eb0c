import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { cachedDirectory } from '../cached-directory.js';
import { explainJava, kafkaVersion } from './kafka-jars.js';

const archive = 'classes.jsa';
let archived: Promise<string> | undefined;

/** Options of Java for a broker and its tools, of which most live for seconds. */
export const javaOptions = (jars: string, more: string[]): string[] => [
  '-Xms192m',
  '-Xmx384m',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  ...more,
  '-cp',
  `${jars}/*`,
];

/**
 * An option that takes Kafka's classes from an archive. Without it, most of a start is loading and checking them.
 *
 * @param make runs a broker with the option that it gets, and ends it in order: Java then writes the archive
 */
export async function archivedClasses(make: (option: string) => Promise<void>): Promise<string[]> {
  archived ??= makeArchive(make);
  // Java ignores an archive of other jars.
  return [`-XX:SharedArchiveFile=${await archived}`, '-Xshare:auto', '-Xlog:cds=off', '-Xlog:cds+dynamic=off'];
}

async function makeArchive(make: (option: string) => Promise<void>): Promise<string> {
  const name = `${kafkaVersion}-classes-${await javaVersion()}`;
  const directory = await cachedDirectory(name, (empty) =>
    make(`-XX:ArchiveClassesAtExit=${path.join(empty, archive)}`),
  );
  return path.join(directory, archive);
}

/** No other Java can read the archive. */
async function javaVersion(): Promise<string> {
  try {
    const { stderr } = await promisify(execFile)('java', ['-version']);
    return createHash('sha256').update(stderr).digest('hex').slice(0, 16);
  } catch (error) {
    throw new Error(explainJava(error), { cause: error });
  }
}
