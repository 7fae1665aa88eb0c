import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { ActivitiesRefused } from '@tributary/contracts/refusals/refused-activity';
import { activitiesRefused } from '@tributary/contracts/topics/topics';
import { IngestCounters } from '../activities/ingest-counters.js';
import { refusedEventOf } from './refused-event.js';
import { RefusedActivitiesRepository } from './refused-activities.repository.js';

@Controller()
export class KeepRefusalsHandler {
  constructor(
    private readonly refusals: RefusedActivitiesRepository,
    private readonly counters: IngestCounters,
  ) {}

  @Consume(activitiesRefused, { group: 'tracking-ingest.keep-refusals', maxBatch: 20 })
  async handle(@Payload() batch: Received<ActivitiesRefused>[]): Promise<Rejection[]> {
    const messages = batch.map(({ value }) => value);
    for (const [datamart_id, own] of Map.groupBy(messages, (message) => message.datamart_id))
      for (const refusal of await this.refusals.store(datamart_id, own)) {
        const broken = refusedEventOf(datamart_id, refusal);
        if (broken) this.counters.events.addRefused(broken);
      }
    return [];
  }
}
