import { Injectable } from '@nestjs/common';
import type { Received } from '@tributary/bus/messages/message';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { unitOfWork, type UnitOfWork } from '@tributary/database/transaction';
import { DataSource } from 'typeorm';
import { StoreRules } from '../consent/store-rules.js';
import { countBatch } from '../reconciliation/count-batch.js';
import { classifyOutcomes, type HourCounts, type StoreResult } from '../reconciliation/count-outcomes.js';
import { recordDuplicates } from '../traces/record-duplicates.js';
import { DayPartitions } from './day-partitions.js';
import { rereadActivities } from './reread-activities.js';
import { splitArrived, type ArrivedActivity } from './unstored-activity.js';
import { storeActivities, type StoredBatch } from './store-activities.js';

@Injectable()
export class ActivitiesRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly days: DayPartitions,
    private readonly rules: StoreRules,
  ) {}

  /**
   * Stores each activity once, publishes it to reports, keeps the ids of those that end unstored, and counts the messages, in one
   * transaction.
   *
   * @param arrived of several with the same id the first one
   */
  async insertMany(
    arrived: ArrivedActivity[],
    now: number,
    messages: Received<ActivityReceived>[] = [],
  ): Promise<StoredBatch & { counts: HourCounts[] }> {
    const { activities, unstored, days } = splitArrived(arrived);
    const store = async (work: UnitOfWork) => {
      const read = rereadActivities(activities, (id) => this.rules.directory.junkExceptionsOf(id));
      const stored = await storeActivities(work, read, this.rules.at(now), unstored);
      work.atCommit(recordDuplicates(duplicatesOf(messages, stored)));
      return { ...stored, counts: await countBatch(work, messages, stored) };
    };
    return this.days.withPartitions(days, () => unitOfWork(this.dataSource, store));
  }
}

/** The messages whose activity had come before. */
function duplicatesOf(messages: Received<ActivityReceived>[], result: StoreResult): ActivityReceived[] {
  if (result.stored.length === messages.length) return [];
  return classifyOutcomes(messages, result).flatMap(({ message, outcome }) =>
    outcome === 'duplicate' ? [message.value] : [],
  );
}
