import { Kafka, logLevel, type KafkaConfig, type LogEntry } from 'kafkajs';
import type { BusLogger } from '../bus.js';
import type { BrokerOptions } from './wire/broker-connection.js';
import { Cluster, defaultSocketFactory } from './wire/kafkajs-modules.js';
import { checkOnlyWaitingRequests } from './wire/request-queue.js';

checkOnlyWaitingRequests();

/** How to reach the brokers, and under which name. */
export interface KafkaConnection extends Pick<KafkaConfig, 'ssl' | 'sasl'> {
  brokers: string[];
  /** The app's name in Kafka's logs and quotas. */
  clientId: string;
  logger: BusLogger;
}

const defaults = {
  connectionTimeout: 2_000,
  requestTimeout: 10_000,
  retry: { initialRetryTime: 50, maxRetryTime: 1_000, retries: 5 },
};

/**
 * A kafkajs client that gives up soon: its users retry themselves, with more knowledge. Back-offs are short, because a
 * client may sleep for the longest of them after its broker has come back.
 */
export function kafkaClient(
  { logger, ...connection }: KafkaConnection,
  tuning: Pick<KafkaConfig, 'retry'> = {},
): Kafka {
  return new Kafka({
    ...defaults,
    ...tuning,
    ...connection,
    // kafkajs logs each retry as an ERROR. The publisher and the strategy report what matters.
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ namespace, log }: LogEntry) =>
        logger.debug(`kafkajs ${namespace}: ${log.message}`),
  });
}

/** For requests to the coordinator of a group that this process is no member of. */
export function clusterClient(connection: KafkaConnection): Cluster {
  const { logger: _, ...access } = connection;
  const logger = kafkaClient(connection).logger();
  return new Cluster({ ...defaults, ...access, logger, socketFactory: defaultSocketFactory() });
}

/** For connections of our own to single brokers. */
export function brokerClient(connection: KafkaConnection): Omit<BrokerOptions, 'timeoutMs'> {
  const { clientId, ssl, sasl } = connection;
  const logger = kafkaClient(connection).logger();
  return { clientId, logger, ...(ssl !== undefined && { ssl }), ...(sasl !== undefined && { sasl }) };
}
