import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import { insertOutbox, startTimeline } from '@tributary/bus/outbox/outbox';
import type { BackfillPageDue, BackfillRequested } from '@tributary/contracts/tracking/backfill';
import { backfillEnded, backfillPageDue, backfillRequested } from '@tributary/contracts/topics/topics';
import { transaction } from '@tributary/database/transaction';
import { LOGGER, type Logger } from '@tributary/runtime/logger';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { IngestCounters } from '../activities/ingest-counters.js';
import { republishPlans } from '../tracking-plan/tracking-plan.repository.js';
import { addMessages, claimPage } from './claim-page.js';
import { nextStart } from './next-page.js';
import { pageRows, publishRows } from './publish-rows.js';

/**
 * Publishes all erasures, merges, deletions of segments, memberships and activities again for the reports, one page per message. The transaction that
 * publishes a page also requests the next one. So a backfill continues after a crash, and live activities are stored between
 * its pages.
 */
@Controller()
export class BackfillHandler {
  constructor(
    private readonly dataSource: DataSource,
    private readonly counters: IngestCounters,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Consume(backfillRequested, { group: 'tracking-ingest.backfill' })
  async start(@Payload() batch: Received<BackfillRequested>[]): Promise<Rejection[]> {
    for (const { value } of batch)
      await transaction(this.dataSource, (client) =>
        value.after_restore
          ? this.startTimeline(client, value)
          : requestPages(client, [{ request_id: value.request_id, page: 0, step: 'erasures' }]),
      );
    return [];
  }

  @Consume(backfillPageDue, { group: 'tracking-ingest.backfill-page', maxBatch: 1 })
  async publish(@Payload() batch: Received<BackfillPageDue>[]): Promise<Rejection[]> {
    for (const { value } of batch) {
      await transaction(this.dataSource, (client) => this.publishAndRequestNext(client, value));
      this.counters.backfillPagePublished();
    }
    return [];
  }

  /**
   * Reports drop the facts of older timelines once they get a message of the new one. Then they request a backfill of
   * their own, whose pages so include everything that they have dropped. A request that is delivered again starts nothing.
   */
  private async startTimeline(client: pg.ClientBase, { request_id }: BackfillRequested): Promise<void> {
    if (!(await claimPage(client, { request_id, page: 0 }))) return;
    await startTimeline(client, Date.now());
    await republishPlans(client);
    await announceEnd(client, request_id, 0);
    this.logger.warn({ request_id }, 'started a new timeline after a restore: reports start over');
  }

  private async publishAndRequestNext(client: pg.ClientBase, due: BackfillPageDue): Promise<void> {
    if (!(await claimPage(client, due))) return;
    const published = await publishPage(client, due, Date.now());
    const messages = await addMessages(client, due.request_id, published.messages);
    if (published.next) await requestPages(client, [published.next]);
    else await announceEnd(client, due.request_id, messages);
    this.logProgress(due, published);
  }

  private logProgress({ request_id, page, step, day }: BackfillPageDue, { rows, next }: PublishedPage): void {
    // The first start of a platform asks for a backfill, too.
    if (page === 0 && rows === 0) this.logger.info({ request_id }, 'backfill: there is nothing to publish');
    else if (!next) this.logger.warn({ request_id }, 'backfill ended');
    else if (next.step !== step || next.day !== day)
      this.logger.warn({ request_id }, `backfill continues: ${next.step} ${next.day ?? ''}`);
  }
}

interface PublishedPage {
  rows: number;
  messages: number;
  /** Undefined at the end. */
  next?: BackfillPageDue;
}

/** A page covers as many steps and days as it has room for: on a young platform most of them are nearly empty. */
async function publishPage(client: pg.ClientBase, due: BackfillPageDue, now: number): Promise<PublishedPage> {
  let room = pageRows;
  let messages = 0;
  for (let current = due; ;) {
    const { rows: published, isHeavy, last, ...counted } = await publishRows(client, current, room);
    room -= published;
    messages += counted.messages;
    const rows = pageRows - room;
    if (room === 0 || isHeavy) return { rows, messages, next: { ...current, page: due.page + 1, after: last } };
    const start = nextStart(current, now);
    if (!start) return { rows, messages };
    current = { request_id: due.request_id, page: due.page, ...start };
  }
}

const requestPages = (client: pg.ClientBase, pages: BackfillPageDue[]) =>
  insertOutbox(
    client,
    backfillPageDue,
    pages.map((value) => ({ id: `${value.request_id}/${value.page}`, value })),
  );

const announceEnd = (client: pg.ClientBase, request_id: string, messages: number) =>
  insertOutbox(client, backfillEnded, [{ id: `${request_id}/end`, value: { request_id, messages } }]);
