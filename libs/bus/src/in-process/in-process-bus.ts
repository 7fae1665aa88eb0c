import { busMetrics, followerReads } from '../bus-metrics.js';
import type { Bus, BusLogger } from '../bus.js';
import { FileDeadLetters } from './file-dead-letters.js';
import { FileSuspectLog } from './file-suspect-log.js';
import type { InFlightBatches } from '../suspects/in-flight-batches.js';
import { InProcessPublisher } from './in-process.publisher.js';
import { InProcessStrategy } from './in-process.strategy.js';
import type { PublisherLimits } from '../publishing/publisher.js';
import { TracedPublisher } from '../publishing/traced.publisher.js';

export interface InProcessBusOptions {
  deadLetterDirectory: string;
  logger: BusLogger;
  limits?: Partial<PublisherLimits>;
  /** Batches in progress, shared with the watchdog thread. */
  inFlight?: InFlightBatches;
}

/** The bus of a single process: without a broker, and only dead letters survive a restart. */
export function connectInProcess({ deadLetterDirectory, logger, limits, inFlight }: InProcessBusOptions): Bus {
  const publisher = new InProcessPublisher(limits, (message) => logger.warn(message));
  const strategy = new InProcessStrategy({
    publisher,
    deadLetters: new FileDeadLetters(deadLetterDirectory),
    suspects: new FileSuspectLog(deadLetterDirectory),
    logger,
    inFlight,
  });
  return {
    publisher: new TracedPublisher(publisher),
    strategy,
    isReady: () => strategy.readiness().ready,
    // The bus stores nothing to catch up with: apps publish their state again before the port opens.
    hasCaughtUp: () => true,
    isSoleOwner: () => true,
    standsBy: () => false,
    startLast: () => strategy.startLast(),
    onStartLast: (hook) => strategy.onStartLast(hook),
    onResume: (topic, hook) => strategy.onResume(topic, hook),
    onDeadLetters: (topic, hook) => strategy.onDeadLetters(topic, hook),
    follow: (topics, follower) => publisher.followers.follow(topics, follower),
    publications: () => publisher.organisations(),
    metrics: [...busMetrics(publisher, strategy), followerReads(() => publisher.followers.reads)],
    close: () => publisher.close(),
  };
}
