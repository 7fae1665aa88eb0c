import { Kafka, logLevel, type KafkaConfig, type LogEntry } from 'kafkajs';
import type { BusLogger } from './bus-logger.js';

/** How to reach the brokers, and as whom. */
export interface KafkaConnection extends Pick<KafkaConfig, 'ssl' | 'sasl'> {
  brokers: string[];
  /** Which app this is: its name in Kafka's logs and quotas. */
  clientId: string;
  logger: BusLogger;
}

/**
 * A kafkajs client that gives up soon: whoever uses it repeats, with the whole picture. Back-offs are short because
 * the longest of them is how long a client sleeps on after its broker has come back.
 */
export function kafkaClient(
  { logger, ...connection }: KafkaConnection,
  tuning: Pick<KafkaConfig, 'retry'> = {},
): Kafka {
  return new Kafka({
    connectionTimeout: 2_000,
    requestTimeout: 10_000,
    retry: { initialRetryTime: 50, maxRetryTime: 1_000, retries: 5 },
    ...tuning,
    ...connection,
    // Each retry is an ERROR to kafkajs. What matters of it is reported by the publisher and the strategy.
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ namespace, log }: LogEntry) =>
        logger.debug(`kafkajs ${namespace}: ${log.message}`),
  });
}
