import { Injectable } from '@nestjs/common';
import type { Received } from '@tributary/bus/messages/message';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { unitOfWork, type UnitOfWork } from '@tributary/database/transaction';
import { DirectoryStore } from '@tributary/security/directory.store';
import { DataSource } from 'typeorm';
import { countBatch } from '../reconciliation/count-batch.js';
import { DayPartitions } from './day-partitions.js';
import { storeActivities, type StoredBatch } from './store-activities.js';
import type { NewActivity } from './validate-activities.js';

@Injectable()
export class ActivitiesRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly days: DayPartitions,
    private readonly directory: DirectoryStore,
  ) {}

  /** Stores each activity once, publishes it to reports, and counts the messages, in one transaction. */
  async insertMany(
    activities: NewActivity[],
    now: number,
    messages: Received<ActivityReceived>[] = [],
  ): Promise<StoredBatch> {
    const days = new Set(activities.map(({ day }) => day));
    const store = async (work: UnitOfWork) => {
      const stored = await storeActivities(work, activities, now, this.directory);
      await countBatch(work, messages, stored);
      return stored;
    };
    return this.days.withPartitions(days, () => unitOfWork(this.dataSource, store));
  }
}
