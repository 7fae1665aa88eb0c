import { setTimeout as sleep } from 'node:timers/promises';
import type { Consumer as KafkaConsumer, ConsumerCrashEvent, EachBatchPayload, Kafka } from 'kafkajs';
import type { ObserveBatch } from './batch-metrics.js';
import { BatchRunner, Stopped, type Control, type RetryPolicy } from './batch-runner.js';
import type { BusLogger } from './bus-logger.js';
import type { ConsumerStats } from './bus.strategy.js';
import { CatchUp } from './catch-up.js';
import type { Consumer } from './consumer.js';
import { decode, readJson, type KafkaIncoming } from './envelope.js';
import type { DeadLetterSink } from './incoming.js';
import type { KafkaOffsets } from './kafka-offsets.js';

export interface KafkaGroupOptions {
  kafka: Kafka;
  offsets: KafkaOffsets;
  deadLetters: DeadLetterSink<KafkaIncoming>;
  logger: BusLogger;
  /** A consumer has ended for good: kafkajs starts again by itself after what it takes for passing. */
  onCrash: (error: Error) => void;
  sessionTimeoutMs?: number;
  retry?: RetryPolicy;
  observe?: ObserveBatch;
}

/** What kafkajs gives up on although it ends by itself: a broker that has just started may not know coordinators yet. */
export const willPass = (error: Error) => error.name === 'KafkaJSGroupCoordinatorNotFound';

interface Work {
  consumer: Consumer;
  runner: BatchRunner<KafkaIncoming>;
}

const startDelayMs = 500;
/** A broadcast group reads whole topics at its start; kafkajs holds all records of a fetch as objects at once. */
const broadcastFetchBytes = 128 * 1024;
/** What has gathered comes as one batch: most of a partition in one fetch, where kafkajs takes 1 MiB. */
const gatheredFetchBytes = 4 * 1024 * 1024;
const heartbeatMs = 1_000;
/** How long the partitions of a member that was killed stand still. Heartbeats go on through long handlers. */
const defaultSessionMs = 10_000;

/** The consumers of one group as one member of it in Kafka. */
export class KafkaGroup {
  private readonly works: ReadonlyMap<string, Work>;
  private readonly broadcast?: CatchUp;
  private member?: KafkaConsumer;
  private isJoined = false;
  private hasJoined = false;
  private isClosing = false;
  private starting?: Promise<void>;

  /** @param id the group's name in Kafka; of a broadcast group another one for each instance */
  constructor(
    private readonly id: string,
    readonly consumers: Consumer[],
    private readonly options: KafkaGroupOptions,
  ) {
    const { deadLetters, retry, observe, logger } = options;
    const warn = (message: string) => logger.warn(message);
    const runnerOptions = { deadLetters, retry, observe, read: readJson, warn };
    const work = (consumer: Consumer): Work => ({ consumer, runner: new BatchRunner(consumer, runnerOptions) });
    this.works = new Map(consumers.map((consumer) => [consumer.topic.name, work(consumer)]));
    if (consumers.some(({ broadcast }) => broadcast))
      this.broadcast = new CatchUp([...this.works.keys()], options.offsets);
  }

  /** Returns at once; the group joins as soon as the brokers let it. */
  start(): void {
    this.starting = this.keepStarting().catch(this.options.onCrash);
  }

  /**
   * Undefined when ready, and from then on: while the members share their partitions anew, which every other one that
   * comes or goes brings about, requests are answered as ever, and what is not handled meanwhile is lag.
   */
  waitsFor(): string | undefined {
    if (!this.hasJoined) return `${this.id} to join its group`;
    if (this.broadcast && !this.broadcast.isDone()) return `${this.id} to catch up`;
    return undefined;
  }

  /** Stays true: what came later is lag. */
  hasCaughtUp(): boolean {
    return this.broadcast?.isDone() ?? true;
  }

  stats(): ConsumerStats[] {
    return Array.from(this.works, ([topic, { consumer, runner }]) => ({
      group: consumer.group,
      topic,
      ...runner.counters,
    }));
  }

  async lag(topic: string): Promise<number> {
    return this.broadcast ? this.broadcast.lag(topic) : this.options.offsets.lag(this.id, topic);
  }

  /** Lets the handler at work finish and commits its messages; takes no further ones. */
  async close(): Promise<void> {
    this.isClosing = true;
    const left = this.starting?.then(() => this.member?.disconnect()).catch(() => {});
    // A member that never joined has nothing to finish, and may be long in finding a broker.
    if (this.isJoined) await left;
    this.isJoined = false;
  }

  private async keepStarting(): Promise<void> {
    while (!this.isClosing) {
      const member = this.createMember();
      try {
        await this.join(member);
        return;
      } catch (error) {
        this.options.logger.warn(`${this.id} cannot start and tries again: ${String(error)}`);
        await member.disconnect().catch(() => {});
        await sleep(startDelayMs);
      }
    }
  }

  private createMember(): KafkaConsumer {
    const member = this.options.kafka.consumer({
      groupId: this.id,
      allowAutoTopicCreation: false,
      // With every partition idle a fetch returns after this long, and a closing consumer waits for its last fetch.
      maxWaitTimeInMs: 250,
      ...this.fetchLimit(),
      heartbeatInterval: heartbeatMs,
      sessionTimeout: this.options.sessionTimeoutMs ?? defaultSessionMs,
    });
    member.on(member.events.GROUP_JOIN, () => this.joined(member));
    member.on(member.events.REBALANCING, () => void (this.isJoined = false));
    member.on(member.events.CRASH, ({ payload }) => this.crashed(member, payload));
    this.member = member;
    return member;
  }

  private fetchLimit(): { maxBytesPerPartition?: number } {
    if (this.broadcast) return { maxBytesPerPartition: broadcastFetchBytes };
    return this.consumers.some(({ topic }) => topic.gathers) ? { maxBytesPerPartition: gatheredFetchBytes } : {};
  }

  private async join(member: KafkaConsumer): Promise<void> {
    await this.broadcast?.aim();
    await member.connect();
    await member.subscribe({ topics: [...this.works.keys()], fromBeginning: true });
    await member.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: Math.max(...this.consumers.map(({ concurrency }) => concurrency)),
      eachBatch: (payload) => this.eachBatch(payload),
    });
  }

  private joined(member: KafkaConsumer): void {
    this.isJoined = true;
    this.hasJoined = true;
    // Nothing is committed by a broadcast group: without this it would hear the whole past again, old before new.
    for (const position of this.broadcast?.positions() ?? []) member.seek(position);
  }

  private crashed(member: KafkaConsumer, { error, restart }: ConsumerCrashEvent['payload']): void {
    this.isJoined = false;
    if (this.isClosing) {
      // kafkajs is about to schedule its restart, whoever asked it to stop before.
      setImmediate(() => void member.disconnect().catch(() => {}));
    } else if (restart) this.options.logger.warn(`${this.id} starts again after: ${error.message}`);
    else if (willPass(error)) {
      void member.disconnect().catch(() => {});
      this.options.logger.warn(`${this.id} starts anew after: ${error.message}`);
      this.start();
    } else this.options.onCrash(error);
  }

  private async eachBatch(payload: EachBatchPayload): Promise<void> {
    // kafkajs beats between batches only; a long handler would lose the membership, and with it the commit.
    const beat = setInterval(() => void payload.heartbeat().catch(() => {}), heartbeatMs);
    try {
      await this.consume(payload);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      // Why the membership is lost tells kafkajs to join again.
      if (error.cause instanceof Error) throw error.cause;
    } finally {
      clearInterval(beat);
    }
  }

  private async consume(payload: EachBatchPayload): Promise<void> {
    const { topic, partition, messages } = payload.batch;
    const work = this.works.get(topic);
    if (!work) throw new TypeError(`${this.id} got messages of ${topic}, which it does not consume`);
    const { runner, consumer } = work;
    const isStopped = () => this.isClosing || !payload.isRunning() || payload.isStale();
    const control: Control = { isStopped, heartbeat: () => payload.heartbeat() };
    for (let next = 0; next < messages.length && !isStopped(); next += consumer.maxBatch) {
      const chunk = messages.slice(next, next + consumer.maxBatch);
      await runner.run(
        chunk.map((record) => decode(topic, partition, record)),
        control,
      );
      await this.commit(payload, chunk.at(-1)?.offset ?? '');
      await payload.heartbeat();
    }
  }

  private async commit(payload: EachBatchPayload, offset: string): Promise<void> {
    const { topic, partition } = payload.batch;
    payload.resolveOffset(offset);
    if (this.broadcast) this.broadcast.advance(topic, partition, BigInt(offset) + 1n);
    else await payload.commitOffsetsIfNecessary(payload.uncommittedOffsets());
  }
}
