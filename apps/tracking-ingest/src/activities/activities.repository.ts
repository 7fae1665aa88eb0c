import { Injectable } from '@nestjs/common';
import type { Received } from '@tributary/bus/message';
import type { ActivityReceived } from '@tributary/contracts/activity';
import { transaction } from '@tributary/database/transaction';
import { DataSource } from 'typeorm';
import { countBatch } from '../balance/count-batch.js';
import { DayPartitions } from './day-partitions.js';
import type { NewActivity } from './screen-activities.js';
import { storeActivities, type Outcome } from './store-activities.js';

@Injectable()
export class ActivitiesRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly days: DayPartitions,
  ) {}

  /** Stores each activity once with its user point, tells the reports, counts the messages: all in one transaction. */
  async insertMany(
    received: NewActivity[],
    now: number,
    messages: Received<ActivityReceived>[] = [],
  ): Promise<Outcome> {
    await this.days.ensure(new Set(received.map(({ day }) => day)));
    return transaction(this.dataSource, async (client, last) => {
      const outcome = await storeActivities(client, received, now, last);
      await countBatch(client, messages, outcome, last);
      return outcome;
    });
  }
}
