import { Module, type DynamicModule } from '@nestjs/common';
import {
  activityStored,
  collectionsCounted,
  segmentChanged,
  userPointErased,
  userPointsMerged,
} from '@tributary/contracts/topics';
import { databaseProviders } from '@tributary/runtime/database.providers';
import { outboxProviders } from '@tributary/runtime/outbox.providers';
import type { Platform } from '@tributary/runtime/platform';
import { ActivitiesRepository } from './activities/activities.repository.js';
import { DayPartitions } from './activities/day-partitions.js';
import { StoreActivitiesHandler } from './activities/store-activities.handler.js';
import { ChoicesController } from './choices/choices.controller.js';
import { ChoicesRepository } from './choices/choices.repository.js';
import { trackingDatabase } from './database.js';
import { ProfilesController } from './profiles/profiles.controller.js';
import { ProfilesRepository } from './profiles/profiles.repository.js';
import { SegmentsController } from './segments/segments.controller.js';
import { SegmentsRepository } from './segments/segments.repository.js';

const topics = [activityStored, userPointsMerged, userPointErased, segmentChanged, collectionsCounted];

/** Reports hear of stored activities four times a second: each time costs them a transaction. */
const reportRestMs = 250;

@Module({})
export class TrackingIngestModule {
  static register({ DATABASE_URL: url }: { DATABASE_URL: string }, platform: Platform): DynamicModule {
    return {
      module: TrackingIngestModule,
      controllers: [StoreActivitiesHandler, ProfilesController, ChoicesController, SegmentsController],
      providers: [
        ...databaseProviders({ ...trackingDatabase, url }, platform),
        ...outboxProviders({ app: 'tracking-ingest', topics, restMs: reportRestMs }, platform),
        ActivitiesRepository,
        DayPartitions,
        ProfilesRepository,
        ChoicesRepository,
        SegmentsRepository,
      ],
    };
  }
}
