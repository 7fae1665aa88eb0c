import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Consumer as KafkaConsumer,
  ConsumerCrashEvent,
  ConsumerGroupJoinEvent,
  EachBatchPayload,
  Kafka,
} from 'kafkajs';
import type { ObserveBatch } from '../consuming/batch-metrics.js';
import { Stopped, type Control, type RetryPolicy } from '../consuming/batch-runner.js';
import { SharedRun } from '../consuming/shared-run.js';
import type { BusLogger } from '../bus.js';
import type { ConsumerStats, ResumeHook } from '../consuming/bus.strategy.js';
import { accessError, isUnanswered } from './access-error.js';
import type { Consumer } from '../messages/consumer.js';
import { decodeBundle } from './records/bundle.js';
import { decode, type KafkaIncoming } from './records/envelope.js';
import type { DeadLetterSink } from '../messages/incoming.js';
import type { KafkaOffsets } from './kafka-offsets.js';
import { RecordRuns } from './records/record-runs.js';
import { soleOwnerAssigner } from './sole-owner-assigner.js';
import { TopicRunners, type TopicWork } from './topic-runners.js';
import type { InFlightBatches } from '../suspects/in-flight-batches.js';
import type { Suspects } from '../suspects/suspects.js';

export interface KafkaGroupOptions {
  kafka: Kafka;
  offsets: KafkaOffsets;
  deadLetters: DeadLetterSink<KafkaIncoming>;
  logger: BusLogger;
  /** Called when a consumer has ended for good. kafkajs restarts by itself after errors that it considers transient. */
  onCrash: (error: Error) => void;
  /** Identifies this process, and sorts by the time of its start. */
  startedAs: string;
  /** By name of topic. */
  resumeHooks: ReadonlyMap<string, ResumeHook>;
  sessionTimeoutMs?: number;
  retry?: RetryPolicy;
  observe?: ObserveBatch;
  inFlight?: InFlightBatches | undefined;
  suspects?: Suspects | undefined;
}

/**
 * Whether to rejoin although kafkajs gives up: a broker that has just started may not know its group coordinators yet.
 */
export const isTransient = (error: Error): boolean =>
  error.name === 'KafkaJSGroupCoordinatorNotFound' ||
  isUnanswered(error) ||
  // kafkajs gives up a running consumer with an error around the one that it has met.
  (error.cause instanceof Error && isTransient(error.cause));

const startDelayMs = 500;
/** Enough to fetch what has lingered as one batch; kafkajs's default is 1 MiB. */
const lingerFetchBytes = 4 * 1024 * 1024;
const heartbeatMs = 1_000;
/** After a member is killed, its partitions wait this long. A handler may take longer: heartbeats continue. */
const defaultSessionMs = 10_000;

/** The consumers of one group in this process: one member of the group in Kafka. */
export class KafkaGroup {
  private readonly runners: TopicRunners;
  private member?: KafkaConsumer;
  private readonly runs = new RecordRuns();
  private readonly commits = new SharedRun();
  /** In the latest assignment: the topics of which this member has partitions. */
  private assignedTopics: string[] = [];
  private isJoined = false;
  private hasJoined = false;
  private isClosing = false;
  private starting?: Promise<void>;
  /** Made by the first batch after each join; the others wait for it. */
  private knownSuspects?: Promise<void> | undefined;

  constructor(
    private readonly id: string,
    readonly consumers: Consumer[],
    private readonly options: KafkaGroupOptions,
  ) {
    const { deadLetters, retry, observe, logger, inFlight, suspects } = options;
    const warn = (message: string) => logger.warn(message);
    this.runners = new TopicRunners(id, consumers, { deadLetters, retry, observe, inFlight, suspects, warn });
  }

  get startsLast(): boolean {
    return this.consumers.some(({ startsLast }) => startsLast);
  }

  /** Returns at once. The member joins its group as soon as the brokers allow. */
  start(): void {
    this.starting = this.joinWithRetries().catch(this.options.onCrash);
  }

  /**
   * The reason why the member is not ready; undefined when it is. It stays ready during a rebalance: the app answers
   * requests, and messages that are not handled meanwhile are lag.
   */
  waitsFor(): string | undefined {
    return this.hasJoined ? undefined : `${this.id} to join its group`;
  }

  /** False while the group has a sole owner, and that is another process. */
  isOwner(): boolean {
    return !this.hasSoleOwner() || this.assignedTopics.length > 0;
  }

  /** True once another process is known to be the sole owner. */
  standsBy(): boolean {
    return this.hasJoined && !this.isOwner();
  }

  stats(): ConsumerStats[] {
    return this.runners.stats();
  }

  lag(topic: string): Promise<number> {
    return this.options.offsets.lag(this.id, topic);
  }

  /** Lets the running handlers finish, commits their messages, and consumes no more. */
  async close(): Promise<void> {
    this.isClosing = true;
    const disconnected = this.starting?.then(() => this.member?.disconnect()).catch(() => {});
    // A member that has not joined has nothing to finish, and may take long to find a broker.
    if (this.isJoined) await disconnected;
    this.isJoined = false;
  }

  /** Retries until it has joined or is closing. Retries cannot mend an access error. */
  private async joinWithRetries(): Promise<void> {
    while (!this.isClosing) {
      const member = this.createMember();
      try {
        await this.join(member);
        return;
      } catch (error) {
        await member.disconnect().catch(() => {});
        const denied = accessError(error);
        if (denied) throw denied;
        this.options.logger.warn(`${this.id} cannot join its group and retries: ${String(error)}`);
        await sleep(startDelayMs);
      }
    }
  }

  private createMember(): KafkaConsumer {
    const member = this.options.kafka.consumer({
      groupId: this.id,
      allowAutoTopicCreation: false,
      // While all partitions are idle a fetch takes this long: shorter ones cost more CPU, but a closing consumer waits for
      // its last fetch, and an idle one learns of a rebalance after it.
      maxWaitTimeInMs: 500,
      ...(this.consumers.some(({ topic }) => topic.lingers) && { maxBytesPerPartition: lingerFetchBytes }),
      ...(this.hasSoleOwner() && { partitionAssigners: [soleOwnerAssigner(this.options.startedAs)] }),
      heartbeatInterval: heartbeatMs,
      sessionTimeout: this.options.sessionTimeoutMs ?? defaultSessionMs,
    });
    member.on(member.events.GROUP_JOIN, ({ payload }) => this.joined(member, payload));
    member.on(member.events.REBALANCING, () => void (this.isJoined = false));
    member.on(member.events.CRASH, ({ payload }) => this.crashed(member, payload));
    this.member = member;
    return member;
  }

  private hasSoleOwner(): boolean {
    return this.consumers.some(({ soleOwner }) => soleOwner);
  }

  private async join(member: KafkaConsumer): Promise<void> {
    await member.connect();
    await member.subscribe({ topics: this.runners.topics, fromBeginning: true });
    await member.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: Math.max(...this.consumers.map(({ concurrency }) => concurrency)),
      eachBatch: (payload) => this.eachBatch(payload),
    });
  }

  private joined(member: KafkaConsumer, { memberAssignment }: ConsumerGroupJoinEvent['payload']): void {
    this.isJoined = true;
    this.hasJoined = true;
    const topics = Object.keys(memberAssignment).filter((topic) => memberAssignment[topic]?.length);
    if (this.hasSoleOwner()) this.logOwnership(topics.length > 0);
    this.assignedTopics = topics;
    for (const topic of topics) void this.announceResumption(topic, () => this.assignedTopics === topics);
    this.knownSuspects = undefined;
  }

  private logOwnership(isOwner: boolean): void {
    if (!isOwner) this.options.logger.warn(`${this.id} stands by: another process owns all partitions`);
    else if (this.assignedTopics.length === 0) this.options.logger.warn(`${this.id} owns all partitions from now on`);
  }

  /** Calls the topic's hook until it succeeds, while the assignment is the current one. */
  private async announceResumption(topic: string, isCurrent: () => boolean): Promise<void> {
    const hook = this.options.resumeHooks.get(topic);
    while (hook && isCurrent() && !this.isClosing) {
      try {
        await hook(await this.options.offsets.resumesAt(this.id, topic));
        return;
      } catch (error) {
        this.options.logger.warn(`${this.id} cannot compare where it resumes in ${topic} yet: ${String(error)}`);
        await sleep(startDelayMs);
      }
    }
  }

  private crashed(member: KafkaConsumer, { error, restart }: ConsumerCrashEvent['payload']): void {
    this.isJoined = false;
    if (this.isClosing) {
      // kafkajs is about to schedule a restart, although it was asked to stop: disconnect after that.
      setImmediate(() => void member.disconnect().catch(() => {}));
    } else if (restart) this.options.logger.warn(`${this.id} restarts after: ${error.message}`);
    else if (isTransient(error)) {
      void member.disconnect().catch(() => {});
      this.options.logger.warn(`${this.id} reconnects as a new member after: ${error.message}`);
      this.start();
    } else this.options.onCrash(accessError(error) ?? error);
  }

  private async eachBatch(payload: EachBatchPayload): Promise<void> {
    // kafkajs sends heartbeats between batches only: a long handler would lose the membership, and with it the commit.
    const heartbeats = setInterval(() => void payload.heartbeat().catch(() => {}), heartbeatMs);
    try {
      await this.consume(payload);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      // The error with which the membership was lost makes kafkajs join again.
      if (error.cause instanceof Error) throw error.cause;
    } finally {
      clearInterval(heartbeats);
    }
  }

  private async consume(payload: EachBatchPayload): Promise<void> {
    const { topic, partition, messages } = payload.batch;
    const work = this.runners.of(topic);
    await (this.knownSuspects ??= this.options.suspects?.refresh());
    const isStopped = () => this.isClosing || !payload.isRunning() || payload.isStale();
    const control: Control = { isStopped, heartbeat: () => payload.heartbeat() };
    const { topic: consumed, maxBatch } = work.consumer;
    if (consumed.bundled) {
      const ofBundles = messages.flatMap((record) => decodeBundle(topic, partition, record));
      return this.handle(work, ofBundles, payload, control);
    }
    for (let next = 0; next < messages.length && !isStopped(); next += maxBatch) {
      const records = messages.slice(next, next + maxBatch);
      const [first, last] = [BigInt(records.at(0)?.offset ?? 0), BigInt(records.at(-1)?.offset ?? 0)];
      const since = this.runs.extend(topic, partition, first, last);
      const ofRecords = records.map((record) => decode(topic, partition, record, since));
      await this.handle(work, ofRecords, payload, control);
    }
  }

  /** Commits an offset only after all messages of its record, however many batches they take. */
  private async handle(
    { runner, consumer }: TopicWork,
    messages: KafkaIncoming[],
    payload: EachBatchPayload,
    control: Control,
  ): Promise<void> {
    for (let first = 0; first < messages.length && !control.isStopped();) {
      const waiting = messages.slice(first, first + consumer.maxBatch);
      const batch = waiting.slice(0, runner.countNextBatch(waiting));
      await runner.run(batch, control);
      first += batch.length;
      const next = messages[first]?.original.offset;
      const done = batch.findLast(({ original }) => original.offset !== next);
      if (done) await this.commit(payload, done.original.offset);
      await payload.heartbeat();
    }
  }

  private async commit(payload: EachBatchPayload, offset: string): Promise<void> {
    payload.resolveOffset(offset);
    // One request commits all partitions: batches that end at the same time share it.
    await this.commits.run(() => payload.commitOffsetsIfNecessary(payload.uncommittedOffsets()));
  }
}
