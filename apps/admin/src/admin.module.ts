import { Module, type DynamicModule } from '@nestjs/common';
import { Publisher } from '@tributary/bus/publisher';
import { credentialChanged, directoryChanged } from '@tributary/contracts/topics';
import { databaseProviders } from '@tributary/runtime/database.providers';
import { outboxProviders } from '@tributary/runtime/outbox.providers';
import type { Platform } from '@tributary/runtime/platform';
import type { AdminSettings } from './config.js';
import { adminDatabase } from './database.js';
import { FirstStart, SETTINGS } from './first-start.js';

@Module({})
export class AdminModule {
  static register(settings: AdminSettings & { DATABASE_URL: string }, platform: Platform): DynamicModule {
    return {
      module: AdminModule,
      providers: [
        ...databaseProviders({ ...adminDatabase, url: settings.DATABASE_URL }, platform),
        ...outboxProviders({ app: 'admin', topics: [credentialChanged, directoryChanged] }, platform),
        { provide: Publisher, useValue: platform.bus.publisher },
        { provide: SETTINGS, useValue: settings },
        FirstStart,
      ],
    };
  }
}
