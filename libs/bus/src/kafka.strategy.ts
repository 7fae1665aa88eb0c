import { randomUUID } from 'node:crypto';
import type { RetryPolicy } from './batch-runner.js';
import { BusStrategy, type ConsumerStats, type GroupLag, type Readiness } from './bus.strategy.js';
import type { Consumer } from './consumer.js';
import { groupBy } from './group-by.js';
import { kafkaClient, type KafkaConnection } from './kafka-client.js';
import { KafkaDeadLetters } from './kafka-dead-letters.js';
import { KafkaGroup } from './kafka-group.js';
import { KafkaOffsets } from './kafka-offsets.js';
import type { KafkaPublisher } from './kafka-publisher.js';
import { ToldDeadLetters } from './told-dead-letters.js';
import { within } from './within.js';

export interface KafkaStrategyOptions extends KafkaConnection {
  /** Writes the dead letters, and best nothing else; it is not closed with the strategy. */
  publisher: KafkaPublisher;
  /** A consumer has ended for good: let the process exit with an error, so that it is started anew. */
  onCrash: (error: Error) => void;
  /** After how long without a heartbeat a member is taken for dead; default 10,000. */
  sessionTimeoutMs?: number;
  retry?: RetryPolicy;
}

const closeMs = 10_000;
const disconnectMs = 1_000;
/**
 * A member that gives up and joins as a new one waits until the broker takes its old self for dead: after a broker's
 * restart the group would stand still for a session. So it holds out for about a minute.
 */
const perseverance = { initialRetryTime: 50, maxRetryTime: 1_000, retries: 60 };

/**
 * Runs handlers marked with `@Consume` over Kafka: in batches, at least once, with dead letters, through outages.
 * Nest's own Kafka transport has none of these, and a poison message blocks its partition.
 */
export class KafkaStrategy extends BusStrategy {
  override readonly transportId = Symbol('kafka');
  private readonly instance = randomUUID();
  private readonly offsets: KafkaOffsets;
  private groups?: KafkaGroup[];

  constructor(private readonly options: KafkaStrategyOptions) {
    super();
    this.offsets = new KafkaOffsets(kafkaClient(options));
  }

  /** Does not wait for the brokers: see `readiness`. */
  listen(callback: () => void): void {
    const kafka = kafkaClient(this.options, { retry: perseverance });
    const options = {
      ...this.options,
      kafka,
      offsets: this.offsets,
      deadLetters: new ToldDeadLetters(new KafkaDeadLetters(this.options.publisher), this.deadLetterListeners),
      observe: this.batches.observe,
    };
    // A broadcast group gets everything because each instance is a group of its own.
    const idOf = ({ group, broadcast }: Consumer) => (broadcast ? `${group}.${this.instance}` : group);
    this.groups = Array.from(
      groupBy(this.consumers, idOf),
      ([id, consumers]) => new KafkaGroup(id, consumers, options),
    );
    for (const group of this.groups) group.start();
    callback();
  }

  /** Handlers at work finish and their messages are committed, within 10 seconds. */
  async close(): Promise<void> {
    const closed = Promise.all((this.groups ?? []).map((group) => group.close()));
    await within(closeMs, closed);
    await within(disconnectMs, this.offsets.close());
  }

  /** True once every broadcast group has handled what its topics held at the start. */
  hasCaughtUp(): boolean {
    return this.groups?.every((group) => group.hasCaughtUp()) ?? false;
  }

  readiness(): Readiness {
    if (!this.groups) return { ready: false, waitingFor: ['the start'] };
    const waitingFor = this.groups.map((group) => group.waitsFor()).filter((what) => what !== undefined);
    return { ready: waitingFor.length === 0, waitingFor };
  }

  /** Rejects with SERVICE_UNAVAILABLE when the brokers do not answer. */
  async lag(): Promise<GroupLag[]> {
    const lags = (this.groups ?? []).flatMap((member) =>
      member.consumers.map(async ({ group, topic }) => ({
        group,
        topic: topic.name,
        messages: await member.lag(topic.name),
      })),
    );
    return Promise.all(lags);
  }

  stats(): ConsumerStats[] {
    return (this.groups ?? []).flatMap((group) => group.stats());
  }
}
