import { existsSync } from 'node:fs';
import type { KafkaConnection } from '@tributary/bus/kafka/kafka-client';
import { readTopic } from '@tributary/bus/kafka/commands/read-topic';
import type { UserPointErased } from '@tributary/contracts/tracking/user-point';
import { userPointErased } from '@tributary/contracts/topics/topics';
import { withDataSource } from '@tributary/database/data-source';
import { ConfigError } from '@tributary/runtime/config';
import type { Logger } from '@tributary/runtime/logger';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import type { DataSource } from 'typeorm';
import { trackingDatabase } from '../database.js';
import { ErasureKey } from '../identity/erasure-key.js';
import { eraseAnnounced } from './erase-again.js';
import { toLines } from '../erasure-log/erasure-line.js';
import { keepAllErasures } from '../erasure-log/erasure-log.js';
import { keptPages } from '../erasure-log/kept-pages.js';
import { type ErasedAgain, eraseLogged } from './erase-logged.js';

interface ErasureSource {
  /** The address of the database. */
  url: string;
  secretsKey: string;
  logger: Logger;
}

interface ErasedByBroker extends ErasedAgain {
  /** How many messages were left out, as they do not match the schema of the topic. */
  unreadable: number;
}

/** Epoch milliseconds of an argument that is a time, NaN of any other: `Date.parse` also finds one in many names of files. */
export const timeOf = (argument: string): number => (/^\d{4}-\d\d-\d\dT/.test(argument) ? Date.parse(argument) : NaN);

/** The command `erasures [time]`: passes on all erasures since the time as lines of JSON, without any name. */
export async function printErasures(
  { url, secretsKey, logger }: ErasureSource,
  since: string | undefined,
  write: (lines: string) => void,
): Promise<void> {
  const since_ts = since === undefined ? 0 : timeOf(since);
  if (Number.isNaN(since_ts)) throw new ConfigError('usage: tributary tracking-ingest erasures [time]');
  await withDataSource(databaseAt(url), async (dataSource) => {
    const key = await openKey(dataSource, secretsKey, logger);
    await keepAllErasures(dataSource, key);
    for await (const page of keptPages(dataSource, since_ts)) write(toLines(page, key));
  });
}

/**
 * The command `erase-again <file>`: erases what the database does not know of the lines.
 *
 * @throws ConfigError if the file is missing, is no file of erasures, or has none
 */
export async function eraseFromFile({ url, secretsKey, logger }: ErasureSource, file: string): Promise<ErasedAgain> {
  if (!existsSync(file))
    throw new ConfigError(`usage: tributary tracking-ingest erase-again <time or file>\n\nno file ${file}`);
  return withDataSource(databaseAt(url), async (dataSource) => {
    const key = await openKey(dataSource, secretsKey, logger);
    await keepAllErasures(dataSource, key);
    const read = await eraseLogged(dataSource, key, file);
    if (read.erasures === 0) throw new ConfigError(`no erasure is in ${file}: nothing was done`);
    return read;
  });
}

/**
 * The command `erase-again <time>`: erases what the database does not know of the erasures that the broker has had since the
 * time, epoch milliseconds.
 */
export const eraseFromBroker = (url: string, connection: KafkaConnection, since_ts: number): Promise<ErasedByBroker> =>
  withDataSource(databaseAt(url), async (dataSource) => {
    const read: ErasedByBroker = { erasures: 0, people: 0, unreadable: 0 };
    await readTopic(connection, userPointErased, (message) => eraseMessage(dataSource, read, since_ts, message));
    return read;
  });

/** Erases what a message says, if it is of the time or later, and counts it. */
export async function eraseMessage(
  dataSource: DataSource,
  read: ErasedByBroker,
  since_ts: number,
  { time, value }: { time: number; value: UserPointErased | undefined },
): Promise<void> {
  if (time < since_ts) return;
  if (value) {
    read.erasures++;
    read.people += await eraseAnnounced(dataSource, value, time);
  } else read.unreadable++;
}

const databaseAt = (url: string) => ({ ...trackingDatabase, url, poolSize: 1 });

async function openKey(dataSource: DataSource, secretsKey: string, logger: Logger): Promise<ErasureKey> {
  const key = await ErasureKey.open(dataSource, new SecretsKeyring(secretsKey), logger);
  if (!key.isOpen) throw new ConfigError('no key of SECRETS_KEY opens the key of erasures: nothing was done');
  return key;
}
