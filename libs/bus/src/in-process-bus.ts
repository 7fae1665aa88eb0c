import { busMetrics } from './bus-metrics.js';
import type { Bus } from './bus.js';
import type { BusLogger } from './bus-logger.js';
import { FileDeadLetters } from './file-dead-letters.js';
import { InProcessPublisher } from './in-process.publisher.js';
import { InProcessStrategy } from './in-process.strategy.js';
import { TracedPublisher } from './traced.publisher.js';

export interface InProcessBusOptions {
  deadLetterDirectory: string;
  logger: BusLogger;
}

/** The bus of one process on its own: no broker, and nothing kept over a restart but dead letters. */
export function connectInProcess({ deadLetterDirectory, logger }: InProcessBusOptions): Bus {
  const publisher = new InProcessPublisher();
  const strategy = new InProcessStrategy({ publisher, deadLetters: new FileDeadLetters(deadLetterDirectory), logger });
  return {
    publisher: new TracedPublisher(publisher),
    strategy,
    isReady: () => strategy.readiness().ready,
    // There is no past: whoever replays it does so before the port opens.
    hasCaughtUp: () => true,
    onDeadLetters: (topic, listener) => strategy.onDeadLetters(topic, listener),
    metrics: busMetrics(publisher, strategy),
    close: () => publisher.close(),
  };
}
