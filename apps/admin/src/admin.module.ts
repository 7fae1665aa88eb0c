import { Module, type DynamicModule } from '@nestjs/common';
import { Publisher } from '@tributary/bus/publisher';
import { credentialChanged, directoryChanged } from '@tributary/contracts/topics';
import { databaseProviders } from '@tributary/runtime/database.providers';
import { outboxProviders } from '@tributary/runtime/outbox.providers';
import type { Platform } from '@tributary/runtime/platform';
import { directoryFollower, directoryProviders } from '@tributary/security/directory.providers';
import type { AdminSettings } from './config.js';
import { adminDatabase } from './database.js';
import { FIRST_START, FirstStart, type FirstStartOptions } from './first-start.js';

@Module({})
export class AdminModule {
  static register(
    settings: AdminSettings & { DATABASE_URL: string },
    platform: Platform,
    showToken: FirstStartOptions['showToken'] = printToken,
  ): DynamicModule {
    return {
      module: AdminModule,
      controllers: [directoryFollower('admin')],
      providers: [
        ...databaseProviders({ ...adminDatabase, url: settings.DATABASE_URL }, platform),
        ...outboxProviders({ app: 'admin', topics: [credentialChanged, directoryChanged] }, platform),
        ...directoryProviders,
        { provide: Publisher, useValue: platform.bus.publisher },
        { provide: FIRST_START, useValue: { settings, showToken } },
        FirstStart,
      ],
    };
  }
}

const printToken = (token: string) =>
  process.stdout.write(`\nFirst start. The admin's API token, shown only this once:\n\n  ${token}\n`);
