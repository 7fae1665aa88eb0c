import type { Topic } from '@tributary/contracts/topic';
import { query, transaction } from '@tributary/database/transaction';
import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import type { AnyTopic } from './consume.js';
import { claimLane, publishHead } from './outbox.lane.js';
import { OutboxListener } from './outbox.listener.js';
import { isGatheringLane } from './outbox.js';
import type { Publisher } from './publisher.js';

export interface OutboxRelayOptions {
  dataSource: DataSource;
  /** Every topic that the app puts into its outbox. */
  topics: readonly AnyTopic[];
  publisher: Publisher;
  /** Told of each failure; nothing is lost by it. Default: a warning of the process. */
  onError?: (error: unknown) => void;
  /** How often to look without being notified, the safety net. Default 1 s. */
  pollMs?: number;
}

/** Lanes of this relay that are in progress at once. */
const maxDrains = 2;

const firstBackOffMs = 100;
const maxBackOffMs = 5_000;
/** How long a lane of topics that gather is left alone after its messages went out. */
const gatherMs = 500;

/**
 * Publishes what transactions put into an outbox with `insertOutbox`, a few milliseconds after they commit (what gathers,
 * up to half a second): at least once, and per key in order. Any number of relays may share an outbox. A message that
 * cannot be published stays, and holds back its lane only.
 */
export class OutboxRelay {
  private readonly topics: ReadonlyMap<string, Topic<unknown>>;
  private readonly listener: OutboxListener;
  private readonly drains = new Set<Promise<void>>();
  /** Of lanes whose last attempt failed. */
  private readonly backOffMs = new Map<number, number>();
  /** Lanes that are left alone for a while, and what ends that. */
  private readonly heldBack = new Map<number, NodeJS.Timeout>();
  private poll?: NodeJS.Timeout;
  private isRunning = false;
  private news = 0;

  constructor(private readonly options: OutboxRelayOptions) {
    // The values are what `insertOutbox` took for this very topic.
    this.topics = new Map(options.topics.map((topic) => [topic.name, topic as Topic<unknown>]));
    this.listener = new OutboxListener(options.dataSource, (lane) => this.hear(lane));
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

  /** What comes to a lane that is left alone is found when that ends. */
  private hear(lane?: number): void {
    if (lane === undefined || !this.heldBack.has(lane)) this.wake();
  }

  private wake(): void {
    this.news += 1;
    this.startDrain();
  }

  private startDrain(): void {
    if (!this.isRunning || this.drains.size >= maxDrains) return;
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
      } while (this.isRunning && (hasMore || seen !== this.news));
    } catch (error) {
      // The database; the poll, or the listener once it is connected again, has another go.
      this.report(error);
    }
  }

  /** Publishes the head of one lane; true when there may be more to do. */
  private publishNext(): Promise<boolean> {
    const { dataSource, publisher } = this.options;
    const publishLane = async (client: ClientBase): Promise<boolean> => {
      const claimed = await claimLane(client, [...this.heldBack.keys()]);
      if (!claimed) return false;
      if (claimed.hasOthers) this.startDrain();
      const { lane, hasOthers } = claimed;
      const { isFull, failure } = await publishHead(client, lane, this.topics, publisher);
      if (failure !== undefined) this.backOff(lane, failure);
      else {
        this.backOffMs.delete(lane);
        if (isGatheringLane(lane) && !isFull) this.holdBack(lane, gatherMs);
      }
      return isFull || hasOthers;
    };
    // A deletion that a crash undoes is a publication that comes twice, which every consumer must bear anyway.
    return transaction(dataSource, publishLane, { durable: false });
  }

  private backOff(lane: number, failure: unknown): void {
    const delayMs = Math.min((this.backOffMs.get(lane) ?? firstBackOffMs / 2) * 2, maxBackOffMs);
    this.backOffMs.set(lane, delayMs);
    this.holdBack(lane, delayMs);
    this.report(failure);
  }

  private holdBack(lane: number, delayMs: number): void {
    clearTimeout(this.heldBack.get(lane));
    const release = () => {
      this.heldBack.delete(lane);
      this.wake();
    };
    this.heldBack.set(lane, setTimeout(release, delayMs).unref());
  }

  private report(error: unknown): void {
    if (this.options.onError) this.options.onError(error);
    else process.emitWarning(error instanceof Error ? error : String(error));
  }
}
