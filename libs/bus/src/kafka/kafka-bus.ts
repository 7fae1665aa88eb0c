import { busMetrics, followerReads } from '../bus-metrics.js';
import type { Bus } from '../bus.js';
import type { KafkaConnection } from './kafka-client.js';
import { KafkaFollowers } from './kafka-followers.js';
import { KafkaSuspectLog } from './kafka-suspect-log.js';
import type { InFlightBatches } from '../suspects/in-flight-batches.js';
import { KafkaPublisher } from './kafka.publisher.js';
import { KafkaStrategy } from './kafka.strategy.js';
import { TracedPublisher } from '../publishing/traced.publisher.js';

export interface KafkaBusOptions extends KafkaConnection {
  /** Called when a consumer has ended for good. Let the process exit with an error, so that it is restarted. */
  onCrash: (error: Error) => void;
  /** Batches in progress, shared with the watchdog thread. */
  inFlight?: InFlightBatches;
}

/** The bus over Kafka. The brokers need not be up yet: see `isReady`. */
export function connectKafka({ onCrash, inFlight, ...connection }: KafkaBusOptions): Bus {
  const publisher = new KafkaPublisher(connection);
  // Dead letters have a publisher of their own: while they cannot be written, they would hold back all other messages.
  const deadLetters = new KafkaPublisher(connection);
  const strategy = new KafkaStrategy({
    ...connection,
    publisher: deadLetters,
    onCrash,
    suspects: new KafkaSuspectLog(connection),
    inFlight,
  });
  const followers = new KafkaFollowers(connection);
  const close = async () => {
    followers.stop();
    await Promise.all([publisher.close(), deadLetters.close()]);
  };
  return {
    publisher: new TracedPublisher(publisher),
    strategy,
    isReady: () => strategy.readiness().ready,
    hasCaughtUp: () => strategy.hasCaughtUp(),
    isSoleOwner: () => strategy.isSoleOwner(),
    standsBy: () => strategy.standsBy(),
    startLast: () => strategy.startLast(),
    onStartLast: (hook) => strategy.onStartLast(hook),
    onResume: (topic, hook) => strategy.onResume(topic, hook),
    onDeadLetters: (topic, hook) => strategy.onDeadLetters(topic, hook),
    follow: (topics, follower) => followers.follow(topics, follower),
    publications: () => publisher.organisations(),
    metrics: [...busMetrics(publisher, strategy), followerReads(() => followers.reads)],
    close,
  };
}
