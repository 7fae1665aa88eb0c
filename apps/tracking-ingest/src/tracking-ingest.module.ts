import { Module, type DynamicModule } from '@nestjs/common';
import {
  activityStored,
  collectionsCounted,
  factsPageDue,
  importChunkApplied,
  segmentChanged,
  userPointErased,
  userPointsMerged,
} from '@tributary/contracts/topics';
import { databaseProviders } from '@tributary/runtime/database.providers';
import { LOGGER } from '@tributary/runtime/logger';
import { outboxProviders } from '@tributary/runtime/outbox.providers';
import type { Platform } from '@tributary/runtime/platform';
import { directoryFollower, directoryProviders } from '@tributary/security/directory.providers';
import { activityProviders } from './activities/activities.providers.js';
import { StoreActivitiesHandler } from './activities/store-activities.handler.js';
import { balanceProviders } from './balance/balance.providers.js';
import { CountAcceptedHandler } from './balance/count-accepted.handler.js';
import { collectionProviders } from './collections/collections.providers.js';
import { SETTINGS, TrackingSettings } from './config.js';
import { ChoicesController } from './choices/choices.controller.js';
import { ChoicesRepository } from './choices/choices.repository.js';
import { trackingDatabase } from './database.js';
import { TellFactsHandler } from './export/tell-facts.handler.js';
import { ApplyImportChunkHandler } from './imports/apply-import-chunk.handler.js';
import { ImportPartsRepository } from './imports/import-parts.repository.js';
import { ProfilesController } from './profiles/profiles.controller.js';
import { ProfilesRepository } from './profiles/profiles.repository.js';
import { SegmentsController } from './segments/segments.controller.js';
import { SegmentsRepository } from './segments/segments.repository.js';
import { UserPointsController } from './user-points/user-points.controller.js';
import { UserPointsRepository } from './user-points/user-points.repository.js';

const topics = [
  activityStored,
  userPointsMerged,
  userPointErased,
  segmentChanged,
  collectionsCounted,
  factsPageDue,
  importChunkApplied,
];

@Module({})
export class TrackingIngestModule {
  static register(
    { DATABASE_URL: url, ...given }: { DATABASE_URL: string } & Partial<TrackingSettings>,
    platform: Platform,
  ): DynamicModule {
    const settings: TrackingSettings = { ...TrackingSettings.parse({}), ...given };
    return {
      module: TrackingIngestModule,
      controllers: [
        directoryFollower('tracking-ingest'),
        StoreActivitiesHandler,
        CountAcceptedHandler,
        ApplyImportChunkHandler,
        UserPointsController,
        ProfilesController,
        ChoicesController,
        SegmentsController,
        TellFactsHandler,
      ],
      providers: [
        ...databaseProviders({ ...trackingDatabase, url }, platform),
        ...outboxProviders({ app: 'tracking-ingest', topics }, platform),
        ...directoryProviders,
        ...activityProviders(settings, platform),
        ...balanceProviders(platform),
        ...collectionProviders(settings, platform),
        { provide: SETTINGS, useValue: settings },
        { provide: LOGGER, useValue: platform.logger },
        ImportPartsRepository,
        UserPointsRepository,
        ProfilesRepository,
        ChoicesRepository,
        SegmentsRepository,
      ],
    };
  }
}
