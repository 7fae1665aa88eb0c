import { setTimeout as sleep } from 'node:timers/promises';
import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import type { Cluster, PartitionRecords } from './cluster.js';
import { refuseUnlessFair } from './fair-share.js';
import type { OutboundQueue, Publication } from './outbound-queue.js';
import { notWritten, type PartitionQueue, type QueuedRecord, type ReadyPartitions } from './partition-queue.js';
import type { PublishOptions } from './publisher.js';
import { TopicQueues, type TopicQueue } from './topic-queues.js';

export interface ProduceSchedulerOptions<R> {
  cluster: Cluster<R>;
  outbound: OutboundQueue;
  /** Whether a retry cannot help, because Kafka denies access. */
  isDenied: (error: unknown) => boolean;
  /** Called with the first failure, and without an error once no partition fails any more. */
  report: (error?: unknown) => void;
}

/** A larger record makes a batch of its own. */
const maxPartitionBytes = 960 * 1024;
const maxRequestBytes = 4 * 1024 * 1024;
const firstPauseMs = 50;
const maxPauseMs = 500;

const pauseAfter = (failures: number) => Math.min(firstPauseMs * 2 ** (failures - 1), maxPauseMs);

/**
 * Decides which messages go into the next request to which broker.
 *
 * - Each leader has one request in flight. Messages that arrive meanwhile form the next one: the time in flight is the
 *   batching window, without a timer.
 * - Each partition is settled by its own outcome. One that fails pauses, and is retried while the requests of others run.
 * - A partition is in one request at most, wherever its leader moves. That keeps the order of its messages.
 */
export class ProduceScheduler<R> {
  private readonly topics: TopicQueues<R>;
  private readonly failing = new Set<PartitionQueue<R>>();
  private isFailing = false;
  private whenIdle?: () => void;

  constructor(private readonly options: ProduceSchedulerOptions<R>) {
    this.topics = new TopicQueues(options.cluster, options.outbound);
  }

  /** @throws SERVICE_UNAVAILABLE when there is no room */
  accept(name: string, records: Omit<QueuedRecord<R>, 'publication'>[], options?: PublishOptions): Publication {
    const { outbound } = this.options;
    const topic = this.topics.of(name);
    const size = { messages: records.length, bytes: records.reduce((sum, { bytes }) => sum + bytes, 0) };
    const queues = records.map(({ key }) => topic.queueOf(key));
    outbound.refuseUnlessRoom(size, options);
    refuseUnlessFair(outbound, records, queues, this.topics.leaderCount);
    const publication = outbound.hold(size, options);
    for (const [i, record] of records.entries()) this.push(topic, queues[i], Object.assign(record, { publication }));
    return publication;
  }

  /** Resolves when no message is left. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.whenIdle = resolve;
      this.resolveIfIdle();
    });
  }

  private push(topic: TopicQueue<R>, queue: PartitionQueue<R> | undefined, message: QueuedRecord<R>): void {
    if (queue) {
      queue.push(message);
      this.schedule(queue);
    } else {
      topic.unrouted.push(message);
      if (!topic.isLocating) detached(() => this.locate(topic));
    }
  }

  /** Finds the partitions of a topic for the messages that wait for them. */
  private async locate(topic: TopicQueue<R>): Promise<void> {
    topic.isLocating = true;
    for (let attempt = 1; topic.unrouted.length > 0; attempt++) {
      const error = await this.refresh().catch((cause: unknown) => cause);
      if (topic.partitionCount > 0) {
        for (const message of topic.unrouted.splice(0)) this.push(topic, topic.queueOf(message.key), message);
        break;
      }
      const cause = this.options.cluster.errorOf(topic.name) ?? error ?? noPartitions(topic.name);
      this.fail(cause);
      const retryAt = this.options.isDenied(cause) ? Infinity : performance.now() + pauseAfter(attempt);
      for (const message of topic.unrouted.splice(0)) {
        message.publication.lastError = cause;
        if (message.publication.deadline > retryAt) topic.unrouted.push(message);
        else this.options.outbound.settle(message, notWritten(cause));
      }
      this.resolveIfIdle();
      await sleep(pauseAfter(attempt));
    }
    topic.isLocating = false;
  }

  /** Lets a partition take part in the next request to its leader, if it has messages and waits for nothing. */
  private schedule(queue: PartitionQueue<R>): void {
    if (queue.isBusy || queue.isEmpty) return;
    queue.requests.ready.add(queue);
    this.sendSoon(queue.requests);
  }

  /** In the next turn of the event loop, so that messages published in the same turn share a request. */
  private sendSoon(requests: ReadyPartitions<R>): void {
    if (requests.isBusy || requests.ready.size === 0) return;
    requests.isBusy = true;
    setImmediate(() => detached(() => this.send(requests)));
  }

  private async send(requests: ReadyPartitions<R>): Promise<void> {
    const { cluster, outbound } = this.options;
    if (cluster.isStale()) this.refreshSoon();
    const { queues, partitions } = this.take(requests);
    const messages = partitions.reduce((sum, { records }) => sum + records.length, 0);
    outbound.counters.inFlight += messages;
    const outcomes = await this.produce(requests, partitions);
    outbound.counters.inFlight -= messages;
    for (const [i, queue] of queues.entries()) this.settle(queue, outcomes[i]);
    requests.isBusy = false;
    this.sendSoon(requests);
    this.resolveIfIdle();
  }

  /** Fills a request. Partitions that do not fit come first in the next one. */
  private take({ ready }: ReadyPartitions<R>): { queues: PartitionQueue<R>[]; partitions: PartitionRecords<R>[] } {
    const queues: PartitionQueue<R>[] = [];
    const partitions: PartitionRecords<R>[] = [];
    let bytes = 0;
    for (const queue of ready) {
      if (bytes >= maxRequestBytes) break;
      ready.delete(queue);
      const records = queue.take(maxPartitionBytes);
      if (records.length === 0) this.mark(queue, false);
      else {
        queue.isBusy = true;
        bytes += queue.inFlight.bytes;
        queues.push(queue);
        partitions.push({ topic: queue.topic, partition: queue.partition, records });
      }
    }
    return { queues, partitions };
  }

  private async produce(requests: ReadyPartitions<R>, partitions: PartitionRecords<R>[]): Promise<unknown[]> {
    const { leader, isRetry } = requests;
    if (partitions.length === 0) return [];
    const failed = (error: unknown) => partitions.map(() => error);
    return this.options.cluster.produce(leader, isRetry, partitions).catch(failed);
  }

  private settle(queue: PartitionQueue<R>, error: unknown): void {
    if (error === undefined) {
      queue.acknowledge();
      queue.isBusy = false;
      this.mark(queue, false);
      this.succeed();
    } else {
      const pause = pauseAfter(++queue.failures);
      queue.retry(error, this.options.isDenied(error) ? Infinity : performance.now() + pause);
      this.mark(queue, true);
      this.fail(error);
      this.refreshSoon();
      setTimeout(() => this.resume(queue), pause);
    }
    this.schedule(queue);
  }

  private mark(queue: PartitionQueue<R>, isFailing: boolean): void {
    if (isFailing) this.failing.add(queue);
    else this.failing.delete(queue);
    this.options.outbound.counters.failingPartitions = this.failing.size;
  }

  private resume(queue: PartitionQueue<R>): void {
    queue.isBusy = false;
    if (queue.isEmpty) this.mark(queue, false);
    this.schedule(queue);
  }

  /** Asks for the leaders, and follows them. */
  private async refresh(): Promise<void> {
    await this.options.cluster.refresh(this.topics.names);
    for (const queue of this.topics.followLeaders()) this.schedule(queue);
  }

  private refreshSoon(): void {
    this.refresh().catch((error: unknown) => this.fail(error));
  }

  private fail(error: unknown): void {
    if (!this.isFailing) this.options.report(error);
    this.isFailing = true;
  }

  private succeed(): void {
    if (!this.isFailing || this.failing.size > 0) return;
    this.options.report();
    this.isFailing = false;
  }

  private resolveIfIdle(): void {
    if (this.options.outbound.counters.queued === 0) this.whenIdle?.();
  }
}

const noPartitions = (topic: string) => new Error(`Kafka has named no partitions of ${topic}`);

/** Runs outside the trace of a publish call: a request belongs to many of them. */
const detached = (work: () => Promise<void>) => void context.with(ROOT_CONTEXT, work);
