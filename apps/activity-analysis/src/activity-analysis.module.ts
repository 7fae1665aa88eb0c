import { Module, type DynamicModule } from '@nestjs/common';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { databaseProviders } from '@tributary/runtime/database.providers';
import { LOGGER } from '@tributary/runtime/logger';
import { outboxProviders } from '@tributary/runtime/outbox.providers';
import type { Platform } from '@tributary/runtime/platform';
import { directoryFollower, directoryProviders } from '@tributary/security/directory.providers';
import { SETTINGS, type AnalysisSettings } from './config.js';
import { analysisDatabase } from './database.js';

@Module({})
export class ActivityAnalysisModule {
  static register(settings: AnalysisSettings & { DATABASE_URL: string }, platform: Platform): DynamicModule {
    return {
      module: ActivityAnalysisModule,
      controllers: [directoryFollower('activity-analysis')],
      providers: [
        ...databaseProviders({ ...analysisDatabase, url: settings.DATABASE_URL }, platform),
        ...outboxProviders({ app: 'activity-analysis', topics: [activityReceived] }, platform),
        ...directoryProviders,
        { provide: SETTINGS, useValue: settings },
        { provide: LOGGER, useValue: platform.logger },
      ],
    };
  }
}
