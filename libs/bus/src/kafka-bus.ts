import { busMetrics } from './bus-metrics.js';
import type { Bus } from './bus.js';
import type { KafkaConnection } from './kafka-client.js';
import { KafkaPublisher } from './kafka-publisher.js';
import { KafkaStrategy } from './kafka.strategy.js';
import { TracedPublisher } from './traced.publisher.js';

export interface KafkaBusOptions extends KafkaConnection {
  /** A consumer has ended for good: let the process exit with an error, so that it is started anew. */
  onCrash: (error: Error) => void;
}

/** The bus over Kafka. It need not be up yet: see `isReady`. */
export function connectKafka({ onCrash, ...connection }: KafkaBusOptions): Bus {
  const publisher = new KafkaPublisher(connection);
  // Of its own: where dead letters cannot be written, all that is published with them could not be either.
  const deadLetters = new KafkaPublisher(connection);
  const strategy = new KafkaStrategy({ ...connection, publisher: deadLetters, onCrash });
  const close = async () => void (await Promise.all([publisher.close(), deadLetters.close()]));
  return {
    publisher: new TracedPublisher(publisher),
    strategy,
    isReady: () => strategy.readiness().ready,
    hasCaughtUp: () => strategy.hasCaughtUp(),
    onDeadLetters: (topic, listener) => strategy.onDeadLetters(topic, listener),
    metrics: busMetrics(publisher, strategy),
    close,
  };
}
