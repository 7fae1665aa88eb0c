import { Module, type DynamicModule } from '@nestjs/common';
import { metadataRefreshed, refreshRequested } from '@tributary/contracts/topics';
import { databaseProviders } from '@tributary/runtime/database.providers';
import { outboxProviders } from '@tributary/runtime/outbox.providers';
import type { Platform } from '@tributary/runtime/platform';
import { directoryFollower, directoryProviders } from '@tributary/security/directory.providers';
import type { WarehouseSettings } from './config.js';
import { warehouseDatabase } from './database.js';

@Module({})
export class WarehouseMetadataModule {
  static register(settings: WarehouseSettings & { DATABASE_URL: string }, platform: Platform): DynamicModule {
    return {
      module: WarehouseMetadataModule,
      controllers: [directoryFollower('warehouse-metadata')],
      providers: [
        ...databaseProviders({ ...warehouseDatabase, url: settings.DATABASE_URL }, platform),
        ...outboxProviders({ app: 'warehouse-metadata', topics: [metadataRefreshed, refreshRequested] }, platform),
        ...directoryProviders,
      ],
    };
  }
}
