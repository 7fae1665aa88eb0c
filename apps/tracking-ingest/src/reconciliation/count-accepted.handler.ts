import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { ActivitiesAccepted } from '@tributary/contracts/tracking/activities-accepted';
import { activitiesAccepted } from '@tributary/contracts/topics/topics';
import { ReconciliationRepository } from './reconciliation.repository.js';

@Controller()
export class CountAcceptedHandler {
  constructor(private readonly reconciliation: ReconciliationRepository) {}

  @Consume(activitiesAccepted, { group: 'tracking-ingest.count-accepted', maxBatch: 50 })
  async handle(@Payload() batch: Received<ActivitiesAccepted>[]): Promise<Rejection[]> {
    await this.reconciliation.saveAccepted(batch.map(({ value }) => value));
    return [];
  }
}
