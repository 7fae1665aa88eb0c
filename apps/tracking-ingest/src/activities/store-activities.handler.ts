import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/consume';
import type { Received, Rejection } from '@tributary/bus/message';
import type { ActivityReceived } from '@tributary/contracts/activity';
import { activityReceived } from '@tributary/contracts/topics';
import { SETTINGS, type TrackingSettings } from '../config.js';
import { ActivitiesRepository } from './activities.repository.js';
import { IngestCounters } from './ingest-counters.js';
import { LiveTraffic } from './live-traffic.js';
import { screenActivities } from './screen-activities.js';

@Controller()
export class StoreActivitiesHandler {
  constructor(
    private readonly activities: ActivitiesRepository,
    private readonly counters: IngestCounters,
    private readonly live: LiveTraffic,
    @Inject(SETTINGS) private readonly settings: TrackingSettings,
  ) {}

  /**
   * A transaction costs what 80 activities do: where there are many, more of them share one, and in process all that wait.
   * From Kafka a batch is of one partition, and four at once keep both the thread and the database busy.
   */
  @Consume(activityReceived, {
    group: 'tracking-ingest.store-activities',
    maxBatch: 1_000,
    concurrency: 4,
    lanes: 1,
  })
  async handle(@Payload() batch: Received<ActivityReceived>[]): Promise<Rejection[]> {
    this.live.seen();
    const now = Date.now();
    const { accepted, rejected } = screenActivities(batch, now, this.settings.ACTIVITY_RETENTION_DAYS);
    if (accepted.length === 0) return rejected;
    const hopeless = new Set(rejected.map(({ message }) => message));
    const readable = hopeless.size === 0 ? batch : batch.filter((message) => !hopeless.has(message));
    const { duplicates, erased, crowded } = await this.activities.insertMany(accepted, now, readable);
    this.counters.count('live', 'stored', accepted.length - duplicates - erased);
    this.counters.count('live', 'duplicate', duplicates + batch.length - accepted.length - rejected.length);
    this.counters.count('live', 'erased', erased);
    this.counters.crowded(crowded);
    return rejected;
  }
}
