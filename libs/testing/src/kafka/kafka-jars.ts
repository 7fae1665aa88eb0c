import path from 'node:path';
import { mavenJars } from '../maven-jars.js';

export const kafkaDirectory = path.join(import.meta.dirname, '../../kafka');

/** A name of the version, for what is cached of it. */
export const kafkaVersion = 'kafka-4.1.1';

/** @returns the directory of its 46 jars (43 MB) */
export const kafkaJars = (): Promise<string> => mavenJars(kafkaVersion, path.join(kafkaDirectory, 'jars.sha256'));

/** An error message that says what to install if Java is missing. */
export function explainJava(error: unknown): string {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
    ? 'The local Kafka broker needs a Java runtime, version 17 or later (Debian: openjdk-17-jre-headless)'
    : `java failed: ${error instanceof Error ? error.message : String(error)}`;
}
