import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { findsAny } from '@tributary/database/finds-any';
import { transaction } from '@tributary/database/transaction';
import { LOGGER, type Logger } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import { Upkeep } from '@tributary/runtime/repeater';
import type pg from 'pg';
import { Counter } from 'prom-client';
import { DataSource } from 'typeorm';
import { addUpSegmentCounts, anyCountChange } from './count-memberships.js';
import {
  claimDeleted,
  deleteDead,
  findDead,
  finishDeletion,
  readPendingDeletions,
  type DeletedSegment,
} from './delete-dead.js';
import { anyExpired, deleteExpired, findExpired } from './delete-expired.js';

/** Bounds the time until a deletion begins. */
const deleteEveryMs = 2_000;
/** Bounds the changes and the expired memberships that each count reads. */
const countEveryMs = 5_000;

/** Expired memberships are counted one by one until they are deleted. */
const keepExpiredMs = 60_000;

/** A batch takes some ten milliseconds, for which a write to one of its memberships may wait. */
const listSize = { rowsPerBatch: 1_000, batches: 100 };
/** Then there may be more. */
const isFull = (batches: string[]) => batches.length === listSize.batches;

/** Longer than a list takes. After the end of a process another one continues then. */
const leaseMs = 15_000;
/** A list that is empty has read the whole segment. */
const emptyRetryMs = 15_000;

/** The rest of a deletion waits for transactions in progress. */
const retryAfterMs = (batches: string[]) => (isFull(batches) ? 0 : batches.length > 0 ? deleteEveryMs : emptyRetryMs);

/**
 * Deletes memberships of deleted segments and expired ones in small transactions, and adds up the counts. After each
 * transaction it pauses as long as that one took, so that at least half of the time is left to live traffic. All processes
 * share the work.
 */
@Injectable()
export class SegmentUpkeep extends Upkeep {
  private readonly deleted: Counter;
  private pending = { count: 0, oldest_ts: null as number | null };
  private isStopping = false;

  constructor(
    private readonly dataSource: DataSource,
    metrics: Metrics,
    @Inject(LOGGER) logger: Logger,
  ) {
    super();
    const onError = (err: unknown) => logger.warn({ err }, 'the upkeep of segments failed, will retry');
    this.repeat(() => this.deleteDead(), { everyMs: deleteEveryMs, onError });
    this.repeat(() => this.deleteExpired(), { everyMs: countEveryMs, onError });
    this.repeat(() => this.addUp(), { everyMs: countEveryMs, onError });
    this.deleted = new Counter({
      name: 'tributary_tracking_deleted_memberships_total',
      help: 'Segment memberships that this process deleted, because the segment was deleted or they had expired',
      labelNames: ['cause'],
      registers: [metrics.registry],
    });
    this.expose(metrics);
  }

  override async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await super.beforeApplicationShutdown();
  }

  /** Deletes the memberships of all deleted segments that no other process works on. */
  async deleteDead(): Promise<void> {
    this.pending = await readPendingDeletions(this.dataSource);
    while (!this.isStopping && this.pending.count > 0) {
      const segment = await this.run((client) => claimDeleted(client, Date.now(), leaseMs));
      if (!segment) return;
      await this.deleteSome(segment);
      this.pending = await readPendingDeletions(this.dataSource);
    }
  }

  private async addUp(): Promise<void> {
    if (await findsAny(this.dataSource, anyCountChange)) await this.run(addUpSegmentCounts);
  }

  private async deleteSome(segment: DeletedSegment): Promise<void> {
    const batches = await this.run((client) => findDead(client, segment, listSize));
    await this.deleteBatches('segment', batches, (client, tids) => deleteDead(client, segment, tids));
    const now = Date.now();
    await this.run((client) => finishDeletion(client, segment, { now, retryAt: now + retryAfterMs(batches) }));
  }

  /** Deletes the memberships that expired some time ago. */
  async deleteExpired(): Promise<void> {
    const before = Date.now() - keepExpiredMs;
    if (!(await findsAny(this.dataSource, anyExpired(before)))) return;
    let batches: string[];
    let deleted: number;
    do {
      batches = await this.run((client) => findExpired(client, before, listSize));
      deleted = await this.deleteBatches('expiration', batches, (client, tids) => deleteExpired(client, before, tids));
      // Without any, other transactions are writing them.
    } while (isFull(batches) && deleted > 0 && !this.isStopping);
  }

  private async deleteBatches(
    cause: 'segment' | 'expiration',
    batches: string[],
    deleteBatch: (client: pg.ClientBase, tids: string) => Promise<number>,
  ): Promise<number> {
    let sum = 0;
    for (const tids of batches) {
      if (this.isStopping) break;
      const deleted = await this.paced((client) => deleteBatch(client, tids));
      this.deleted.inc({ cause }, deleted);
      sum += deleted;
    }
    return sum;
  }

  private async paced<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await this.run(work);
    await pause(performance.now() - start);
    return result;
  }

  /** Not durable: what a crash of the database server undoes is done again. */
  private run<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    return transaction(this.dataSource, work, { durable: false });
  }

  private expose(metrics: Metrics): void {
    metrics.addGauge({
      name: 'tributary_tracking_pending_segment_deletions',
      help: 'Deleted segments whose memberships are not all deleted yet. Every process reports the same',
      read: () => this.pending.count,
    });
    metrics.addGauge({
      name: 'tributary_tracking_oldest_pending_segment_deletion_seconds',
      help: 'Time since the request of the oldest of these; 0 without one',
      read: () => (this.pending.oldest_ts === null ? 0 : (Date.now() - this.pending.oldest_ts) / 1_000),
    });
  }
}
