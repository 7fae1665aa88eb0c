import { BatchRunner, type Control, type RetryPolicy } from './batch-runner.js';
import type { BusLogger } from './bus-logger.js';
import { BusStrategy, type ConsumerStats, type GroupLag, type Readiness } from './bus.strategy.js';
import type { Consumer } from './consumer.js';
import type { DeadLetterSink, Incoming } from './incoming.js';
import type { InProcessPublisher } from './in-process.publisher.js';
import { WrittenJson } from './written-json.js';
import { Lane } from './lane.js';
import { ToldDeadLetters } from './told-dead-letters.js';

export interface InProcessStrategyOptions {
  /** Whose messages the handlers get. */
  publisher: InProcessPublisher;
  deadLetters: DeadLetterSink<Incoming>;
  logger: BusLogger;
  /** How many batches of one group may be at work at once, unless its handler says so; messages of one key never are. Default 2: while one waits for the disk the other computes. */
  lanes?: number;
  retry?: RetryPolicy;
}

interface Group {
  consumer: Consumer;
  runner: BatchRunner<Incoming>;
  lanes: Lane[];
}

/** Runs handlers marked with `@Consume` within the process, by the contract of the Kafka strategy. */
export class InProcessStrategy extends BusStrategy {
  override readonly transportId = Symbol('in-process');
  private readonly groups: Group[] = [];
  private isListening = false;
  private isClosing = false;

  constructor(private readonly options: InProcessStrategyOptions) {
    super();
  }

  /** What is published from now on waits for the handlers to start. */
  protected override added(consumer: Consumer): void {
    const { publisher, deadLetters, logger, retry, lanes: count = 2 } = this.options;
    const runner = new BatchRunner(consumer, {
      deadLetters: new ToldDeadLetters(deadLetters, this.deadLetterListeners),
      retry,
      observe: this.batches.observe,
      read: ({ content }) => (content instanceof WrittenJson ? content.read() : content),
      warn: (message) => logger.warn(message),
    });
    const control: Control = { isStopped: () => this.isClosing, heartbeat: () => Promise.resolve() };
    const done = publisher.settle;
    const lanes = Array.from(
      { length: consumer.lanes ?? count },
      () => new Lane({ runner, maxBatch: consumer.maxBatch, control, done }),
    );
    this.groups.push({ consumer, runner, lanes });
    publisher.attach(consumer.topic.name, lanes);
  }

  listen(callback: () => void): void {
    this.isListening = true;
    for (const { lanes } of this.groups) for (const lane of lanes) lane.start();
    callback();
  }

  /** Messages accepted are handled, unless their handler fails, or 10 seconds have passed. */
  async close(): Promise<void> {
    this.isClosing = true;
    await this.options.publisher.close();
  }

  readiness(): Readiness {
    return { ready: this.isListening, waitingFor: this.isListening ? [] : ['the start'] };
  }

  lag(): Promise<GroupLag[]> {
    const messages = (lanes: Lane[]) => lanes.reduce((sum, { length }) => sum + length, 0);
    return Promise.resolve(
      this.groups.map(({ consumer: { group, topic }, lanes }) => ({
        group,
        topic: topic.name,
        messages: messages(lanes),
      })),
    );
  }

  stats(): ConsumerStats[] {
    return this.groups.map(({ consumer: { group, topic }, runner }) => ({
      group,
      topic: topic.name,
      ...runner.counters,
    }));
  }
}
