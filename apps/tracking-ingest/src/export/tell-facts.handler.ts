import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/consume';
import type { Received, Rejection } from '@tributary/bus/message';
import { insertOutbox } from '@tributary/bus/outbox';
import type { FactsPageDue, FactsRequested } from '@tributary/contracts/facts-request';
import { factsPageDue, factsRequested } from '@tributary/contracts/topics';
import { transaction } from '@tributary/database/transaction';
import { LOGGER, type Logger } from '@tributary/runtime/logger';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { IngestCounters } from '../activities/ingest-counters.js';
import { claimPage } from './claim-page.js';
import { nextStart } from './next-page.js';
import { pageRows, tellPage } from './tell-page.js';

/**
 * Tells the reports everything again, a page to a message: each leaves the message for the next one in the transaction
 * that tells it, so that a crash goes on where it was, and live activities come in between.
 */
@Controller()
export class TellFactsHandler {
  constructor(
    private readonly dataSource: DataSource,
    private readonly counters: IngestCounters,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Consume(factsRequested, { group: 'tracking-ingest.tell-facts' })
  async begin(@Payload() batch: Received<FactsRequested>[]): Promise<Rejection[]> {
    const first = batch.map(({ value }): FactsPageDue => ({ ...value, page: 0, step: 'merges' }));
    await transaction(this.dataSource, (client) => announce(client, first));
    return [];
  }

  @Consume(factsPageDue, { group: 'tracking-ingest.tell-facts-page', maxBatch: 1 })
  async tell(@Payload() batch: Received<FactsPageDue>[]): Promise<Rejection[]> {
    for (const { value } of batch) {
      await transaction(this.dataSource, (client) => this.tellAndAnnounce(client, value));
      this.counters.factsPageTold();
    }
    return [];
  }

  private async tellAndAnnounce(client: pg.ClientBase, due: FactsPageDue): Promise<void> {
    if (!(await claimPage(client, due))) return;
    const next = await tellNext(client, due, Date.now());
    await announce(client, next ? [next] : []);
    this.report(due, next);
  }

  private report({ request_id, step, day }: FactsPageDue, next: FactsPageDue | undefined): void {
    if (!next) this.logger.warn({ request_id }, 'reports have been told everything again');
    else if (next.step !== step || next.day !== day)
      this.logger.warn({ request_id }, `telling reports everything again: ${next.step} ${next.day ?? ''}`);
  }
}

/** A page goes over as many steps and days as it has room for: on a young platform most of them are nearly empty. */
async function tellNext(client: pg.ClientBase, due: FactsPageDue, now: number): Promise<FactsPageDue | undefined> {
  let room = pageRows;
  for (let current = due; ; ) {
    const { rows, isHeavy, last } = await tellPage(client, current, room);
    room -= rows;
    if (room === 0 || isHeavy) return { ...current, page: due.page + 1, after: last };
    const start = nextStart(current, now);
    if (!start) return undefined;
    current = { request_id: due.request_id, page: due.page, ...start };
  }
}

const announce = (client: pg.ClientBase, pages: FactsPageDue[]) =>
  insertOutbox(
    client,
    factsPageDue,
    pages.map((value) => ({ id: `${value.request_id}/${value.page}`, value })),
  );
