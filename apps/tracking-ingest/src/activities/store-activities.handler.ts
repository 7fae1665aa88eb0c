import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/consume';
import type { Received, Rejection } from '@tributary/bus/message';
import type { ActivityReceived } from '@tributary/contracts/activity';
import { activityReceived } from '@tributary/contracts/topics';
import { ActivitiesRepository } from './activities.repository.js';
import { screenActivities } from './screen-activities.js';

@Controller()
export class StoreActivitiesHandler {
  constructor(private readonly activities: ActivitiesRepository) {}

  @Consume(activityReceived, { group: 'tracking-ingest.store-activities' })
  async handle(@Payload() batch: Received<ActivityReceived>[]): Promise<Rejection[]> {
    const now = Date.now();
    const { accepted, rejected } = screenActivities(batch, now);
    if (accepted.length > 0) await this.activities.insertMany(accepted, now);
    return rejected;
  }
}
