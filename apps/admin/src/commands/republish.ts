import { connectKafka } from '@tributary/bus/kafka/kafka-bus';
import type { KafkaConnection } from '@tributary/bus/kafka/kafka-client';
import { readCompacted } from '@tributary/bus/kafka/commands/read-compacted';
import { credentialChanged, directoryChanged } from '@tributary/contracts/topics/topics';
import { createDataSource } from '@tributary/database/data-source';
import { loadConfig } from '@tributary/runtime/config';
import { kafkaConnection } from '@tributary/runtime/kafka-access';
import { createLogger } from '@tributary/runtime/logger';
import { Republisher } from '../access-events/republisher.js';
import { RepublishConfig } from '../config.js';
import { adminDatabase } from '../database.js';

/** The command `republish`: the topics of credentials and the directory say what the database says. */
export async function republish(): Promise<void> {
  const { DATABASE_URL: url, LOG_LEVEL, ...config } = loadConfig(RepublishConfig);
  const logger = createLogger('admin', LOG_LEVEL, process.stderr);
  await republishAccess(url, { ...kafkaConnection(config), clientId: 'admin-republish', logger });
}

export async function republishAccess(url: string, connection: KafkaConnection): Promise<void> {
  const dataSource = await createDataSource({ ...adminDatabase, url }).initialize();
  const onCrash = (error: Error) => {
    throw error;
  };
  const bus = connectKafka({ ...connection, onCrash });
  try {
    const published = {
      credentials: await readCompacted(connection, credentialChanged),
      directory: await readCompacted(connection, directoryChanged),
    };
    const corrections = await new Republisher(dataSource, bus.publisher).republish(published);
    const { revocations, unknownEntries, deletedStates } = corrections;
    process.stdout.write(
      `published all users, tokens, keys, workers, organisations, datamarts, analyzers and selections of channels; revoked ${revocations.length} ` +
        `and removed ${unknownEntries.length + deletedStates.length} that the database does not have\n`,
    );
  } finally {
    await bus.close();
    await dataSource.destroy();
  }
}
