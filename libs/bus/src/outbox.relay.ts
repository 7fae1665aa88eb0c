import { setTimeout as sleep } from 'node:timers/promises';
import type { Topic } from '@tributary/contracts/topic';
import { query, transaction } from '@tributary/database/transaction';
import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import type { AnyTopic } from './consume.js';
import { claimLane, publishHead } from './outbox.lane.js';
import { OutboxListener } from './outbox.listener.js';
import type { Publisher } from './publisher.js';

export interface OutboxRelayOptions {
  dataSource: DataSource;
  /** Every topic that the app puts into its outbox. */
  topics: readonly AnyTopic[];
  publisher: Publisher;
  /** Told of each failure; nothing is lost by it. Default: a warning of the process. */
  onError?: (error: unknown) => void;
  /**
   * How long to rest when everything is out. The first message after a rest goes at once; what comes during it goes
   * together, which costs producer and consumers less. Default 0.
   */
  restMs?: number;
  /** How often to look without being notified, the safety net. Default 1 s. */
  pollMs?: number;
}

/** Lanes of this relay that are in progress at once. */
const maxDrains = 2;

const firstBackOffMs = 100;
const maxBackOffMs = 5_000;

/**
 * Publishes what transactions put into an outbox with `insertOutbox`, a few milliseconds after they commit: at least
 * once, and per key in order. Any number of relays may share an outbox. A message that cannot be published stays, and
 * holds back its lane only.
 */
export class OutboxRelay {
  private readonly topics: ReadonlyMap<string, Topic<unknown>>;
  private readonly listener: OutboxListener;
  private readonly drains = new Set<Promise<void>>();
  /** Of lanes whose last attempt failed; those in `heldBack` are left alone for that long. */
  private readonly backOffMs = new Map<number, number>();
  private readonly heldBack = new Set<number>();
  private poll?: NodeJS.Timeout;
  private isRunning = false;
  private isResting = false;
  private news = 0;

  constructor(private readonly options: OutboxRelayOptions) {
    // The values are what `insertOutbox` took for this very topic.
    this.topics = new Map(options.topics.map((topic) => [topic.name, topic as Topic<unknown>]));
    this.listener = new OutboxListener(options.dataSource, () => this.wake());
  }

  start(): void {
    this.isRunning = true;
    this.poll = setInterval(() => this.wake(), this.options.pollMs ?? 1_000);
    this.listener.start();
  }

  /** Resolves when what is being published is done; the rest goes out at the next start. */
  async stop(): Promise<void> {
    this.isRunning = false;
    clearInterval(this.poll);
    await Promise.all([this.listener.stop(), ...this.drains]);
  }

  /** How many messages wait. */
  async backlog(): Promise<number> {
    const { rows } = await query<{ messages: number }>(
      this.options.dataSource,
      'select count(*)::int as messages from outbox',
    );
    return rows[0]?.messages ?? 0;
  }

  /** Since when (epoch ms) the oldest of them waits; undefined when none does. */
  async waitsSince(): Promise<number | undefined> {
    const { rows } = await query<{ time: number | null }>(
      this.options.dataSource,
      'select min(time)::float8 as time from outbox',
    );
    return rows[0]?.time ?? undefined;
  }

  private wake(): void {
    this.news += 1;
    this.startDrain();
  }

  private startDrain(): void {
    if (!this.isRunning || this.isResting || this.drains.size >= maxDrains) return;
    const drain = this.drain().finally(() => this.drains.delete(drain));
    this.drains.add(drain);
  }

  /**
   * Publishes until there is no more. News that came while a lane was locked are looked at again by the drain that held
   * it: any other found the lane locked and left.
   */
  private async drain(): Promise<void> {
    let seen: number;
    let hasMore: boolean;
    try {
      do {
        seen = this.news;
        hasMore = await this.publishNext();
        if (!hasMore) await this.rest();
      } while (this.isRunning && (hasMore || seen !== this.news));
    } catch (error) {
      // The database; the poll, or the listener once it is connected again, has another go.
      this.report(error);
    }
  }

  /** What comes meanwhile is news to the drain that rests. */
  private async rest(): Promise<void> {
    const { restMs = 0 } = this.options;
    if (restMs === 0) return;
    this.isResting = true;
    await sleep(restMs);
    this.isResting = false;
  }

  /** Publishes the head of one lane; true when there may be more to do. */
  private publishNext(): Promise<boolean> {
    const { dataSource, publisher } = this.options;
    const publishLane = async (client: ClientBase): Promise<boolean> => {
      const claimed = await claimLane(client, [...this.heldBack]);
      if (!claimed) return false;
      if (claimed.hasOthers) this.startDrain();
      const { isFull, failure } = await publishHead(client, claimed.lane, this.topics, publisher);
      if (failure === undefined) this.backOffMs.delete(claimed.lane);
      else this.holdBack(claimed.lane, failure);
      return isFull || claimed.hasOthers;
    };
    // A deletion that a crash undoes is a publication that comes twice, which every consumer must bear anyway.
    return transaction(dataSource, publishLane, { durable: false });
  }

  private holdBack(lane: number, failure: unknown): void {
    const delayMs = Math.min((this.backOffMs.get(lane) ?? firstBackOffMs / 2) * 2, maxBackOffMs);
    this.backOffMs.set(lane, delayMs);
    this.heldBack.add(lane);
    const release = () => {
      this.heldBack.delete(lane);
      this.wake();
    };
    setTimeout(release, delayMs).unref();
    this.report(failure);
  }

  private report(error: unknown): void {
    if (this.options.onError) this.options.onError(error);
    else process.emitWarning(error instanceof Error ? error : String(error));
  }
}
