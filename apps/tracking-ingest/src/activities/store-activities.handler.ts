import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { SETTINGS, type TrackingSettings } from '../config.js';
import { ActivitiesRepository } from './activities.repository.js';
import { IngestCounters } from './ingest-counters.js';
import { LiveTraffic } from './live-traffic.js';
import { validateActivities } from './validate-activities.js';

@Controller()
export class StoreActivitiesHandler {
  constructor(
    private readonly activities: ActivitiesRepository,
    private readonly counters: IngestCounters,
    private readonly live: LiveTraffic,
    @Inject(SETTINGS) private readonly settings: TrackingSettings,
  ) {}

  /**
   * A transaction costs as much as 80 activities, so batches are large; in process a batch is all that waits. From Kafka a
   * batch is of one partition, and four concurrent batches keep both the thread and the database busy.
   */
  @Consume(activityReceived, {
    group: 'tracking-ingest.store-activities',
    maxBatch: 1_000,
    concurrency: 4,
    inProcessConcurrency: 1,
  })
  async handle(@Payload() batch: Received<ActivityReceived>[]): Promise<Rejection[]> {
    this.live.seen();
    const now = Date.now();
    const { accepted, rejected } = validateActivities(batch, now, this.settings.ACTIVITY_RETENTION_DAYS);
    if (accepted.length === 0) return rejected;
    const invalid = new Set(rejected.map(({ message }) => message));
    const valid = invalid.size === 0 ? batch : batch.filter((message) => !invalid.has(message));
    const { duplicates, erased, overLimit } = await this.activities.insertMany(accepted, now, valid);
    this.counters.count('live', 'stored', accepted.length - duplicates - erased);
    this.counters.count('live', 'duplicate', duplicates + batch.length - accepted.length - rejected.length);
    this.counters.count('live', 'erased', erased);
    this.counters.overLimit(overLimit);
    return rejected;
  }
}
