// Starts the product on this machine, in one of its two shapes.
import path from 'node:path';
import { startEmbeddedPostgres } from '@tributary/database/embedded/embedded-postgres';
import { startKafka } from '@tributary/testing/containers/start-kafka';
import { findEmbeddedServer } from '@tributary/testing/processes/processes-embedded';
import { startPlatform } from '@tributary/testing/processes/processes-platform';

/**
 * `{platform, databaseUrl, brokers, stop}`; `brokers` in the distributed shape only.
 *
 * @param shape `embedded`: one process, started as by `npm start`. `distributed`: six processes, PostgreSQL with its
 * production settings (fsync included), and one Kafka broker.
 * @param directory for the data
 */
export const startShape = (shape, directory) =>
  shape === 'embedded' ? startEmbedded(directory) : startDistributed(directory);

async function startEmbedded(directory) {
  const platform = await startPlatform({ shape: 'embedded', dataDirectory: directory });
  return { platform, databaseUrl: findEmbeddedServer(directory).url, stop: () => platform.stop() };
}

async function startDistributed(directory) {
  const kafka = await startKafka();
  const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres'), log: () => {} });
  const server = { kill: async () => {}, start: async () => {} };
  const { brokers } = kafka;
  const stores = { kind: 'local', brokers, databaseUrl: postgres.url, kafka: server, postgres: server };
  const platform = await startPlatform({ shape: 'distributed', stores: { ...stores, stop: async () => {} } });
  const stop = async () => {
    await platform.stop();
    await kafka.stop();
    await postgres.stop();
  };
  return { platform, databaseUrl: postgres.url, brokers, stop };
}
