import { Module, type DynamicModule } from '@nestjs/common';
import { chunkParsed, chunkRequested, executionChanged } from '@tributary/contracts/topics';
import { databaseProviders } from '@tributary/runtime/database.providers';
import { outboxProviders } from '@tributary/runtime/outbox.providers';
import type { Platform } from '@tributary/runtime/platform';
import { directoryFollower, directoryProviders } from '@tributary/security/directory.providers';
import type { ImportSettings } from './config.js';
import { importDatabase } from './database.js';

@Module({})
export class ImportWorkerModule {
  static register(settings: ImportSettings & { DATABASE_URL: string }, platform: Platform): DynamicModule {
    return {
      module: ImportWorkerModule,
      controllers: [directoryFollower('import-worker')],
      providers: [
        ...databaseProviders({ ...importDatabase, url: settings.DATABASE_URL }, platform),
        ...outboxProviders({ app: 'import-worker', topics: [chunkParsed, chunkRequested, executionChanged] }, platform),
        ...directoryProviders,
      ],
    };
  }
}
