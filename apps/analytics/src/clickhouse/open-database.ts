import { ClickHouseError } from '@clickhouse/client';
import { retry } from '@tributary/contracts/retry';
import { isTlsError } from '@tributary/contracts/tls-error';
import { ClickHouseConnection, type ClickHouseOptions } from './clickhouse-connection.js';
import { asConfigError } from './clickhouse-error.js';
import { migrate } from './schema.js';

/** ClickHouse may start at the same time. */
const startTimeoutMs = 60_000;
const unknownDatabase = '81';

/** The oldest release whose inserts behave as those that the suites run on. */
const oldestRelease = [26, 1] as const;

/** Connects, and creates the database and its tables if needed. Rejects if the server does not answer in a minute. */
export async function openDatabase(options: ClickHouseOptions): Promise<ClickHouseConnection> {
  const connection = new ClickHouseConnection(options);
  try {
    const isRetryable = (error: unknown) => !(error instanceof ClickHouseError || isTlsError(error));
    await retry(() => createIfMissing(connection, options), { pauseMs: 500, timeoutMs: startTimeoutMs, isRetryable });
    await requireRelease(connection);
    await migrate(connection);
    return connection;
  } catch (error) {
    await connection.close();
    throw asConfigError(error);
  }
}

async function createIfMissing(connection: ClickHouseConnection, options: ClickHouseOptions): Promise<void> {
  try {
    await connection.rows('select 1');
  } catch (error) {
    if (!(error instanceof ClickHouseError) || error.code !== unknownDatabase) throw error;
    await createDatabase(options);
  }
}

async function createDatabase(options: ClickHouseOptions): Promise<void> {
  const connection = new ClickHouseConnection({ ...options, database: 'default' });
  try {
    await connection.command('create database if not exists {database:Identifier}', { database: options.database });
  } finally {
    await connection.close();
  }
}

async function requireRelease(connection: ClickHouseConnection): Promise<void> {
  const [row] = await connection.rows<{ version: string }>('select version() as version');
  const [major = 0, minor = 0] = (row?.version ?? '').split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestRelease;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor))
    throw new Error(`ClickHouse ${row?.version} is too old: ${oldestRelease.join('.')} or later is needed`);
}
