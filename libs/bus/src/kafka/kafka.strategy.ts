import { setTimeout as sleep } from 'node:timers/promises';
import type { RetryPolicy } from '../consuming/batch-runner.js';
import { BusStrategy, type ConsumerStats, type GroupLag, type Readiness } from '../consuming/bus.strategy.js';
import type { Consumer } from '../messages/consumer.js';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { kafkaClient, type KafkaConnection } from './kafka-client.js';
import { KafkaDeadLetters } from './kafka-dead-letters.js';
import { KafkaBroadcast } from './kafka-broadcast.js';
import { KafkaGroup } from './kafka-group.js';
import { KafkaOffsets } from './kafka-offsets.js';
import type { KafkaPublisher } from './kafka.publisher.js';
import { NotifyingDeadLetterSink } from '../consuming/notifying-dead-letter-sink.js';
import type { InFlightBatches } from '../suspects/in-flight-batches.js';
import type { SuspectLog } from '../suspects/suspect-log.js';
import { Suspects } from '../suspects/suspects.js';
import { waitAtMost } from '../wait-at-most.js';

export interface KafkaStrategyOptions extends KafkaConnection {
  /** Publishes the dead letters, and preferably nothing else. The strategy does not close it. */
  publisher: KafkaPublisher;
  /** Called when a consumer has ended for good. Let the process exit with an error, so that it is restarted. */
  onCrash: (error: Error) => void;
  /** How long after its last heartbeat a member counts as dead. Default 10,000. */
  sessionTimeoutMs?: number;
  retry?: RetryPolicy;
  inFlight?: InFlightBatches | undefined;
  /** Read whenever a member has joined its group: a member that was blocked may have had its partitions. */
  suspects?: SuspectLog;
}

const closeMs = 10_000;
const disconnectMs = 1_000;
const catchUpCheckMs = 20;
/**
 * A member that reconnects as a new one must wait until its old session expires: after a broker's restart its group
 * would stop for that long. So requests for brokers and members are retried for about a minute. Fetching is not: for that,
 * kafkajs gives a consumer five attempts of its own, and restarts it.
 */
const memberRetry = { initialRetryTime: 50, maxRetryTime: 1_000, retries: 60 };

/**
 * Runs handlers marked with `@Consume` over Kafka: in batches, at least once, with dead letters, and through outages.
 * Nest's own Kafka transport has none of these, and there a poison message blocks its partition.
 */
export class KafkaStrategy extends BusStrategy {
  override readonly transportId = Symbol('kafka');
  /** Begins with the time of the start. */
  private readonly instance = uuid7();
  private readonly offsets: KafkaOffsets;
  private groups?: KafkaGroup[];
  private broadcasts: KafkaBroadcast[] = [];
  private isClosing = false;

  constructor(private readonly options: KafkaStrategyOptions) {
    super();
    this.offsets = new KafkaOffsets(kafkaClient(options));
  }

  /** Does not wait for the brokers: see `readiness`. */
  listen(callback: () => void): void {
    const kafka = kafkaClient(this.options, { retry: memberRetry });
    const { suspects, logger } = this.options;
    const options = {
      ...this.options,
      suspects: suspects && new Suspects(suspects, this.suspectableGroups, (message) => logger.warn(message)),
      kafka,
      offsets: this.offsets,
      deadLetters: new NotifyingDeadLetterSink(new KafkaDeadLetters(this.options.publisher), this.deadLetterHooks),
      observe: this.batches.observe,
      startedAs: this.instance,
      resumeHooks: this.resumeHooks,
    };
    const shared = this.consumers.filter(({ broadcast }) => !broadcast);
    const broadcast = this.consumers.filter((consumer) => consumer.broadcast);
    this.groups = byGroup(shared).map(([id, consumers]) => new KafkaGroup(id, consumers, options));
    this.broadcasts = byGroup(broadcast).map(([name, consumers]) => new KafkaBroadcast(name, consumers, options));
    for (const broadcast of this.broadcasts) broadcast.start();
    for (const group of this.groups) if (!group.startsLast) group.start();
    callback();
  }

  startLast(): void {
    void this.startCaughtUp();
  }

  /** On a new broker it waits until the broadcast topics are filled: empty ones say nothing. */
  private async startCaughtUp(): Promise<void> {
    while (!this.hasCaughtUp() || this.broadcasts.some((broadcast) => broadcast.hasNothingToFollow())) {
      if (this.isClosing) return;
      await sleep(catchUpCheckMs);
    }
    if (this.isClosing) return;
    for (const group of this.groups ?? []) if (group.startsLast) group.start();
    for (const hook of this.startLastHooks) hook();
  }

  /** Waits, at most 10 seconds, until running handlers finish and their messages are committed. */
  async close(): Promise<void> {
    this.isClosing = true;
    const closed = Promise.all(this.all().map((part) => part.close()));
    await waitAtMost(closeMs, closed);
    await waitAtMost(disconnectMs, this.offsets.close());
  }

  /** True once every broadcast consumer has handled what its topics held at the start. */
  hasCaughtUp(): boolean {
    return this.groups !== undefined && this.broadcasts.every((broadcast) => broadcast.hasCaughtUp());
  }

  isSoleOwner(): boolean {
    return this.groups?.every((group) => group.isOwner()) ?? false;
  }

  standsBy(): boolean {
    return this.groups?.some((group) => group.standsBy()) ?? false;
  }

  readiness(): Readiness {
    if (!this.groups) return { ready: false, waitingFor: ['the start'] };
    const waitingFor = this.all()
      .map((part) => part.waitsFor())
      .filter((what) => what !== undefined);
    return { ready: waitingFor.length === 0, waitingFor };
  }

  /** Rejects with SERVICE_UNAVAILABLE when the brokers do not answer. */
  async lag(): Promise<GroupLag[]> {
    const lags = this.all().flatMap((member) =>
      member.consumers.map(async ({ group, topic }) => ({
        group,
        topic: topic.name,
        messages: await member.lag(topic.name),
      })),
    );
    return Promise.all(lags);
  }

  stats(): ConsumerStats[] {
    return this.all().flatMap((part) => part.stats());
  }

  private all(): (KafkaGroup | KafkaBroadcast)[] {
    return [...(this.groups ?? []), ...this.broadcasts];
  }
}

const byGroup = (consumers: Consumer[]) => Array.from(Map.groupBy(consumers, ({ group }) => group));
