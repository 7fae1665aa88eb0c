import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { CombinedCalls } from '@tributary/runtime/combined-calls';
import { LOGGER, type Logger } from '@tributary/runtime/logger';
import { describeRefusals } from '../consent/describe-refusals.js';
import { LiveTraffic } from '../pace/live-traffic.js';
import { activityOutcomes } from '../reconciliation/count-outcomes.js';
import { ActivitiesRepository } from './activities.repository.js';
import { ArrivalRules } from './former-ids/arrival-rules.js';
import type { ArrivedActivity } from './unstored-activity.js';
import { IngestCounters } from './ingest-counters.js';
import { distinctActivities, validateActivities } from './validate-activities.js';

interface ValidBatch {
  activities: ArrivedActivity[];
  /** Messages of the activities, of their duplicates, and those that are only counted. */
  messages: Received<ActivityReceived>[];
}

/** Most messages of one transaction. */
const maxBatch = 1_000;

@Controller()
export class StoreActivitiesHandler {
  /**
   * A transaction costs as much as 80 activities, and a batch from Kafka is of one partition: with little traffic, of few
   * activities. So batches share transactions. Four large ones at once keep both the thread and the database busy.
   */
  private readonly stores = new CombinedCalls<ValidBatch>((batches) => this.store(batches), {
    sizeOf: ({ messages }) => messages.length,
    maxSize: maxBatch,
    worthwhileSize: maxBatch / 2,
    concurrency: 4,
  });

  constructor(
    private readonly activities: ActivitiesRepository,
    private readonly counters: IngestCounters,
    private readonly live: LiveTraffic,
    private readonly rules: ArrivalRules,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** In process a batch is all that waits; from Kafka, batches of all partitions come at once. */
  @Consume(activityReceived, {
    group: 'tracking-ingest.store-activities',
    // The directory says which choices decide.
    startsLast: true,
    maxBatch,
    concurrency: activityReceived.partitions,
    inProcessConcurrency: 1,
  })
  async handle(@Payload() batch: Received<ActivityReceived>[]): Promise<Rejection[]> {
    const now = Date.now();
    const { accepted, rejected } = validateActivities(batch, now, this.rules.at(now));
    const invalid = new Set(rejected.map(({ message }) => message));
    const valid = invalid.size === 0 ? batch : batch.filter((message) => !invalid.has(message));
    if (valid.length === 0) return rejected;
    await this.stores.run({ activities: accepted, messages: valid });
    return rejected;
  }

  /** Stores batches in one transaction. An id may be in several of them. */
  private async store(batches: ValidBatch[]): Promise<void> {
    const messages = batches.flatMap((batch) => batch.messages);
    const activities = distinctActivities(batches.flatMap((batch) => batch.activities));
    const insert = () => this.activities.insertMany(activities, Date.now(), messages);
    const { counts, overLimit, publicCases, exclusiveCases, refused, owned } = await this.live.store(
      messages.length,
      insert,
    );
    for (const count of counts)
      for (const outcome of activityOutcomes) this.counters.count('live', outcome, count[outcome]);
    this.counters.events.add(owned);
    this.counters.overLimit(overLimit);
    this.counters.publicCases.count(publicCases);
    this.counters.exclusiveCases.count(exclusiveCases);
    if (refused.length > 0) this.logger.debug(describeRefusals(refused), 'choices refuse activities');
  }
}
