// Starts seven processes of this checkout, for programs that stop and restart single ones.
import path from 'node:path';
import { startEmbeddedPostgres } from '@tributary/database/embedded/embedded-postgres';
import { startKafka } from '@tributary/testing/containers/start-kafka';
import { startPlatform } from '@tributary/testing/processes/processes-platform';

/**
 * PostgreSQL with its production settings (fsync included), one Kafka broker, and the services.
 *
 * @param directory for the data of PostgreSQL
 */
export async function startDistributed(directory) {
  const kafka = await startKafka();
  const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres'), log: () => {} });
  const { brokers } = kafka;
  const platform = await startPlatform({ shape: 'distributed', stores: { brokers, databaseUrl: postgres.url } });
  const stop = async () => {
    await platform.stop();
    await kafka.stop();
    await postgres.stop();
  };
  return { platform, databaseUrl: postgres.url, brokers, stop };
}
