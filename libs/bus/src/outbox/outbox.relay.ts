import type { Topic } from '@tributary/contracts/topics/topic';
import { query, unitOfWork, type UnitOfWork } from '@tributary/database/transaction';
import type { DataSource } from 'typeorm';
import type { AnyTopic } from '../messages/consume.js';
import { claimPartition, publishNextBatch } from './outbox-partition.js';
import { forgetHeld, noteHeld } from './held-partitions.js';
import { OutboxListener } from './outbox.listener.js';
import { isLingeringPartition } from './outbox.js';
import { asksDatabase } from './poll-pace.js';
import type { Publisher } from '../publishing/publisher.js';

export interface OutboxRelayOptions {
  dataSource: DataSource;
  /** Every topic that the app writes to its outbox. */
  topics: readonly AnyTopic[];
  publisher: Publisher;
  /** Called for each failure; no message is lost. Default: a process warning. */
  onError?: (error: unknown) => void;
  /** How often to poll, in case a notification is missed. Default 1 s. An idle outbox rests (`asksDatabase`). */
  pollMs?: number;
}

/** How many partitions this relay publishes at the same time. */
const maxDrains = 2;

const firstBackOffMs = 100;
const maxBackOffMs = 5_000;
/** How long a partition of lingering topics collects messages after the last ones were published. */
export const lingerMs = 1_000;

/**
 * Publishes the messages that transactions write with `insertOutbox`: at least once, in order per key, a few
 * milliseconds after the commit (lingering topics: up to a second). Any number of relays may share an outbox. A
 * message that cannot be published stays in the outbox and holds back only its own partition.
 */
export class OutboxRelay {
  private readonly topics: ReadonlyMap<string, Topic<unknown>>;
  private readonly listener: OutboxListener;
  private readonly drains = new Set<Promise<void>>();
  /** By partition whose last attempt failed. */
  private readonly backOffMs = new Map<number, number>();
  private readonly publishing = new Set<number>();
  /** Partitions that are not published for a while, with the timer that ends it. */
  private readonly heldBack = new Map<number, NodeJS.Timeout>();
  private poll?: NodeJS.Timeout;
  private looking?: Promise<void> | undefined;
  private isRunning = false;
  private pendingSignals = 0;
  /** Polls since the last message. */
  private quietPolls = 0;
  private readonly lingering: readonly string[];
  /** By `performance.now()`. Then a drain begins by itself, and looks at everything. */
  private lingersUntil = 0;

  constructor(private readonly options: OutboxRelayOptions) {
    // The values have the topic's type: `insertOutbox` took them for the same topic.
    this.topics = new Map(options.topics.map((topic) => [topic.name, topic as Topic<unknown>]));
    this.lingering = options.topics.filter(({ lingers }) => lingers).map(({ name }) => name);
    this.listener = new OutboxListener(options.dataSource, (partition) => this.onNotify(partition));
  }

  start(): void {
    this.isRunning = true;
    this.poll = setInterval(() => this.onPoll(), this.options.pollMs ?? 1_000);
    this.listener.start();
  }

  /** Resolves when running publish calls have ended. The rest is published after the next start. */
  async stop(): Promise<void> {
    this.isRunning = false;
    clearInterval(this.poll);
    await Promise.all([this.listener.stop(), this.looking, ...this.drains]);
    for (const partition of this.heldBack.keys()) this.forget(partition);
  }

  /** The number of messages in the outbox. */
  async backlog(): Promise<number> {
    const { rows } = await query<{ messages: number }>(
      this.options.dataSource,
      'select count(*)::int as messages from outbox',
    );
    return rows[0]?.messages ?? 0;
  }

  /** The time (epoch ms) of the oldest message in the outbox; undefined without one. */
  async waitsSince(): Promise<number | undefined> {
    const { rows } = await query<{ time: number | null }>(
      this.options.dataSource,
      'select min(time)::float8 as time from outbox',
    );
    return rows[0]?.time ?? undefined;
  }

  private onPoll(): void {
    this.quietPolls += 1;
    // Another process writes to partitions that it holds back without a notification, and may end before it publishes.
    const asks = this.lingering.length > 0 || asksDatabase(this.quietPolls);
    if (asks && performance.now() >= this.lingersUntil)
      this.looking ??= this.look().finally(() => (this.looking = undefined));
  }

  /** One short statement while nothing waits: claiming a partition takes three, in every app, all day. */
  private async look(): Promise<void> {
    try {
      const { rows } = await query<{ waits: boolean }>(this.options.dataSource, {
        name: 'outbox-waits',
        text: 'select (select true from outbox limit 1) is true as waits',
      });
      if (rows[0]?.waits) this.schedule();
    } catch (error) {
      this.report(error);
    }
  }

  /**
   * Rows added to a held-back partition are published when its delay expires. A partition that is being published is looked at
   * again by the same drain; if it lingers, after its delay.
   */
  private onNotify(partition?: number): void {
    if (partition === undefined) return this.schedule();
    if (this.heldBack.has(partition)) return;
    if (!this.publishing.has(partition)) this.schedule();
    else if (!isLingeringPartition(partition)) this.pendingSignals += 1;
  }

  private schedule(): void {
    this.quietPolls = 0;
    this.pendingSignals += 1;
    this.startDrain();
  }

  private startDrain(): void {
    if (!this.isRunning || this.drains.size >= maxDrains) return;
    const drain = this.drain().finally(() => this.drains.delete(drain));
    this.drains.add(drain);
  }

  /**
   * Publishes until nothing is left. Notifications that arrive while a partition is locked are re-checked by the drain
   * that holds the lock: every other drain skips the partition.
   */
  private async drain(): Promise<void> {
    let seen: number;
    let hasMore: boolean;
    try {
      do {
        seen = this.pendingSignals;
        hasMore = await this.publishNext();
      } while (this.isRunning && (hasMore || seen !== this.pendingSignals));
    } catch (error) {
      // The database failed. The next poll retries, or the listener when it has reconnected.
      this.report(error);
    }
  }

  /** Publishes the head of one partition. True when there may be more to publish. */
  private publishNext(): Promise<boolean> {
    const { dataSource, publisher } = this.options;
    const publishPartition = async (work: UnitOfWork): Promise<boolean> => {
      const claimed = await claimPartition(work.client, [...this.heldBack.keys()]);
      if (!claimed) return false;
      if (claimed.hasOthers) this.startDrain();
      const { partition, hasOthers } = claimed;
      this.begin(partition);
      try {
        const { isFull, failure } = await publishNextBatch(work, partition, this.topics, publisher);
        if (failure !== undefined) this.backOff(partition, failure);
        else {
          this.backOffMs.delete(partition);
          if (isLingeringPartition(partition) && !isFull) this.linger(partition);
        }
        return isFull || hasOthers;
      } finally {
        this.end(partition);
      }
    };
    // If a crash undoes the deletion, the messages are published twice; consumers are idempotent anyway.
    return unitOfWork(dataSource, publishPartition, { durable: false });
  }

  private begin(partition: number): void {
    this.publishing.add(partition);
    this.note(partition, Infinity);
  }

  private end(partition: number): void {
    this.publishing.delete(partition);
    if (!this.heldBack.has(partition)) this.forget(partition);
  }

  private backOff(partition: number, failure: unknown): void {
    const delayMs = Math.min((this.backOffMs.get(partition) ?? firstBackOffMs / 2) * 2, maxBackOffMs);
    this.backOffMs.set(partition, delayMs);
    this.holdBack(partition, delayMs);
    this.report(failure);
  }

  private linger(partition: number): void {
    this.holdBack(partition, lingerMs);
    this.lingersUntil = performance.now() + lingerMs;
  }

  private holdBack(partition: number, delayMs: number): void {
    clearTimeout(this.heldBack.get(partition));
    const release = () => {
      this.heldBack.delete(partition);
      this.forget(partition);
      this.schedule();
    };
    this.heldBack.set(partition, setTimeout(release, delayMs).unref());
    this.note(partition, performance.now() + delayMs);
  }

  private note(partition: number, until: number): void {
    noteHeld(this.options.dataSource, this.lingering, partition, until);
  }

  private forget(partition: number): void {
    forgetHeld(this.options.dataSource, this.lingering, partition);
  }

  private report(error: unknown): void {
    if (this.options.onError) this.options.onError(error);
    else process.emitWarning(error instanceof Error ? error : String(error));
  }
}
