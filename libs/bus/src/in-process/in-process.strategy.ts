import { unavailable } from '@tributary/contracts/errors';
import { BatchRunner, type Control, type RetryPolicy } from '../consuming/batch-runner.js';
import type { BusLogger } from '../bus.js';
import { BusStrategy, type ConsumerStats, type GroupLag, type Readiness } from '../consuming/bus.strategy.js';
import type { Consumer } from '../messages/consumer.js';
import type { DeadLetterSink, Incoming } from '../messages/incoming.js';
import type { InProcessPublisher } from './in-process.publisher.js';
import { RawJson } from '../messages/raw-json.js';
import type { InFlightBatches } from '../suspects/in-flight-batches.js';
import type { SuspectLog } from '../suspects/suspect-log.js';
import { Suspects } from '../suspects/suspects.js';
import { WorkerQueue, type PendingDelivery } from './worker-queue.js';
import { NotifyingDeadLetterSink } from '../consuming/notifying-dead-letter-sink.js';

export interface InProcessStrategyOptions {
  /** The publisher whose messages the handlers get. */
  publisher: InProcessPublisher;
  deadLetters: DeadLetterSink<Incoming>;
  logger: BusLogger;
  /**
   * How many batches of one group run at the same time, unless the handler's options set it; never two with the same
   * key. Default 2: while one batch waits for the disk, the other computes.
   */
  inProcessConcurrency?: number;
  retry?: RetryPolicy;
  inFlight?: InFlightBatches;
  suspects?: SuspectLog;
}

interface Group {
  consumer: Consumer;
  runner: BatchRunner<Incoming>;
  queues: WorkerQueue[];
}

/** Runs handlers marked with `@Consume` within the process, under the same contract as the Kafka strategy. */
export class InProcessStrategy extends BusStrategy {
  override readonly transportId = Symbol('in-process');
  private readonly groups: Group[] = [];
  private readonly suspects?: Suspects;
  private isListening = false;
  private isClosing = false;

  constructor(private readonly options: InProcessStrategyOptions) {
    super();
    const { suspects, logger } = options;
    if (suspects) this.suspects = new Suspects(suspects, this.suspectableGroups, (message) => logger.warn(message));
  }

  /** Messages published before the handlers start wait in the worker queues. */
  protected override added(consumer: Consumer): void {
    const { publisher, deadLetters, logger, retry, inFlight, inProcessConcurrency = 2 } = this.options;
    const refusals = new WeakMap<Incoming, Error>();
    const runner = new BatchRunner<Incoming>(consumer, {
      deadLetters: new NotifyingDeadLetterSink(deadLetters, this.deadLetterHooks),
      refuse: (message, reason) => refusals.set(message, unavailable(reason)),
      retry,
      observe: this.batches.observe,
      inFlight,
      suspects: this.suspects,
      read: ({ content }) => (content instanceof RawJson ? content.read() : content),
      warn: (message) => logger.warn(message),
    });
    const control: Control = { isStopped: () => this.isClosing, heartbeat: () => Promise.resolve() };
    const done = (delivery: PendingDelivery, error?: Error) =>
      publisher.settle(delivery, error ?? refusals.get(delivery.message));
    const queues = Array.from(
      { length: consumer.inProcessConcurrency ?? inProcessConcurrency },
      () => new WorkerQueue({ runner, maxBatch: consumer.maxBatch, control, done }),
    );
    this.groups.push({ consumer, runner, queues });
    publisher.attach(consumer.topic.name, queues);
  }

  listen(callback: () => void): void {
    void this.start().then(callback);
  }

  private async start(): Promise<void> {
    await this.suspects?.refresh();
    this.isListening = true;
    this.startQueues(({ startsLast }) => !startsLast);
  }

  startLast(): void {
    this.startQueues(({ startsLast }) => startsLast);
    for (const hook of this.startLastHooks) hook();
  }

  private startQueues(which: (consumer: Consumer) => boolean): void {
    for (const { consumer, queues } of this.groups) if (which(consumer)) for (const queue of queues) queue.start();
  }

  /** Waits, at most 10 seconds, until the accepted messages are handled; a batch that fails meanwhile is given up. */
  async close(): Promise<void> {
    this.isClosing = true;
    await this.options.publisher.close();
  }

  readiness(): Readiness {
    return { ready: this.isListening, waitingFor: this.isListening ? [] : ['the start'] };
  }

  lag(): Promise<GroupLag[]> {
    const messages = (queues: WorkerQueue[]) => queues.reduce((sum, { length }) => sum + length, 0);
    return Promise.resolve(
      this.groups.map(({ consumer: { group, topic }, queues }) => ({
        group,
        topic: topic.name,
        messages: messages(queues),
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
