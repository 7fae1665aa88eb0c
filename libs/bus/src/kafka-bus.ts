import type { Bus } from './bus.js';
import type { KafkaConnection } from './kafka-client.js';
import { KafkaPublisher } from './kafka-publisher.js';
import { KafkaStrategy } from './kafka.strategy.js';

export interface KafkaBusOptions extends KafkaConnection {
  /** A consumer has ended for good: let the process exit with an error, so that it is started anew. */
  onCrash: (error: Error) => void;
}

/** The bus over Kafka. It need not be up yet: see `isReady`. */
export function connectKafka({ onCrash, ...connection }: KafkaBusOptions): Bus {
  const publisher = new KafkaPublisher(connection);
  const strategy = new KafkaStrategy({ ...connection, publisher, onCrash });
  return { publisher, strategy, isReady: () => strategy.readiness().ready, close: () => publisher.close() };
}
