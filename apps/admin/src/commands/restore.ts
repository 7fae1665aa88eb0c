import { randomUUID } from 'node:crypto';
import { connectKafka } from '@tributary/bus/kafka/kafka-bus';
import type { KafkaConnection } from '@tributary/bus/kafka/kafka-client';
import { skipGroups } from '@tributary/bus/kafka/commands/skip-groups';
import { withDataSource } from '@tributary/database/data-source';
import { retryAtStart } from '@tributary/contracts/retry';
import { backfillRequested } from '@tributary/contracts/topics/topics';
import { loadConfig } from '@tributary/runtime/config';
import { kafkaConnection } from '@tributary/runtime/kafka-access';
import { createLogger } from '@tributary/runtime/logger';
import { RepublishConfig } from '../config.js';
import { adminDatabase } from '../database.js';
import { endAllInvitations } from '../invitations/open-invitation.js';
import { republishAccess } from './republish.js';
import { parseTime, refuseInUse, reportSubscriptions, rewindConsumers } from './rewind.js';

/**
 * The command `restore <time>`: brings a broker that still exists in line with a database that was restored from a dump.
 * Reports never get what the topics hold now: it may be about people whom the database does not know. They start over with a
 * backfill, and with what tracking-ingest publishes when it stores again what the dump lacks.
 */
export async function restore(args: string[]): Promise<void> {
  const time = parseTime('restore', args);
  const { DATABASE_URL: url, LOG_LEVEL, ...config } = loadConfig(RepublishConfig);
  const logger = createLogger('admin', LOG_LEVEL, process.stderr);
  const connection = { ...kafkaConnection(config), clientId: 'admin-restore', logger };
  await rewindConsumers(connection, time);
  for (const { group, topic, messages } of await refuseInUse(skipGroups(connection, reportSubscriptions)))
    process.stdout.write(`${group}: ${messages} of ${topic} are left out\n`);
  await endInvitations(url);
  await republishAccess(url, connection);
  await requestBackfill(connection);
}

async function endInvitations(url: string): Promise<void> {
  const ended = await withDataSource({ ...adminDatabase, url }, (dataSource) =>
    retryAtStart(() => endAllInvitations(dataSource)),
  );
  process.stdout.write(`${ended} open invitations have ended: invite again\n`);
}

async function requestBackfill(connection: KafkaConnection): Promise<void> {
  const bus = connectKafka({
    ...connection,
    onCrash: (error) => {
      throw error;
    },
  });
  const request_id = randomUUID();
  const message = { id: request_id, value: { request_id, after_restore: true } };
  try {
    await retryAtStart(() => bus.publisher.publish(backfillRequested, [message]));
    process.stdout.write('reports will start over with a backfill, once tracking-ingest runs\n');
  } finally {
    await bus.close();
  }
}
