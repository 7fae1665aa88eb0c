import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/consume';
import type { Received, Rejection } from '@tributary/bus/message';
import type { ActivitiesAccepted } from '@tributary/contracts/activities-accepted';
import { activitiesAccepted } from '@tributary/contracts/topics';
import { BalanceRepository } from './balance.repository.js';

@Controller()
export class CountAcceptedHandler {
  constructor(private readonly balance: BalanceRepository) {}

  @Consume(activitiesAccepted, { group: 'tracking-ingest.count-accepted', maxBatch: 50 })
  async handle(@Payload() batch: Received<ActivitiesAccepted>[]): Promise<Rejection[]> {
    await this.balance.keepAccepted(batch.map(({ value }) => value));
    return [];
  }
}
