import { Module, type DynamicModule } from '@nestjs/common';
import { eventsRecorded, metadataRefreshed, refreshRequested } from '@tributary/contracts/topics/topics';
import { auditProviders } from '@tributary/runtime/audit/audit.providers';
import { databaseProviders } from '@tributary/runtime/database.providers';
import { exposeShares } from '@tributary/runtime/isolation/share-metrics';
import { outboxProviders } from '@tributary/runtime/outbox.providers';
import type { Platform } from '@tributary/runtime/platform';
import { directoryFollower, directoryProviders } from '@tributary/security/directory.providers';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { scanEnvironment, type WarehouseSettings } from './config.js';
import { DatamartConfigsController } from './configs/datamart-configs.controller.js';
import { DatamartConfigsRepository } from './configs/datamart-configs.repository.js';
import { CredentialsRotation } from './credentials/credentials-rotation.js';
import { CredentialsController } from './credentials/credentials.controller.js';
import { CredentialsRepository } from './credentials/credentials.repository.js';
import { warehouseDatabase } from './database.js';
import { AddressGuard, type GuardSettings } from '@tributary/security/addresses/address-guard';
import { Engines } from './engines/engine.js';
import { IsolatedEngines } from './isolation/isolated-engines.js';
import { ElementsController } from './metadata/elements.controller.js';
import { MetadataController } from './metadata/metadata.controller.js';
import { MetadataRepository } from './metadata/metadata.repository.js';
import { RefreshLeases } from './refreshing/refresh-leases.js';
import { RefreshMetadataHandler } from './refreshing/refresh-metadata.handler.js';
import { RefreshMetrics } from './refreshing/refresh-metrics.js';
import { RefreshStatesRepository } from './refreshing/refresh-states.repository.js';
import { Refresher } from './refreshing/refresher.js';
import { MetadataStore } from './tree/metadata.store.js';
import { WarehousesController } from './warehouses/warehouses.controller.js';
import { WarehousesRepository } from './warehouses/warehouses.repository.js';

@Module({})
export class WarehouseMetadataModule {
  /** @param engines replaces the real engines, in specs */
  static register(
    settings: WarehouseSettings & { DATABASE_URL: string },
    platform: Platform,
    engines?: Engines,
  ): DynamicModule {
    const guard = {
      isStrict: settings.NODE_ENV === 'production',
      allowed: settings.WAREHOUSE_ALLOWED_HOSTS,
      subject: "The engine's host",
      hidesNames: true,
    };
    return {
      module: WarehouseMetadataModule,
      controllers: [
        WarehousesController,
        CredentialsController,
        DatamartConfigsController,
        MetadataController,
        ElementsController,
        RefreshMetadataHandler,
        directoryFollower('warehouse-metadata'),
      ],
      providers: [
        ...databaseProviders({ ...warehouseDatabase, url: settings.DATABASE_URL }, platform),
        ...outboxProviders(
          { app: 'warehouse-metadata', topics: [eventsRecorded, metadataRefreshed, refreshRequested] },
          platform,
        ),
        ...auditProviders('warehouse-metadata', platform),
        ...directoryProviders,
        { provide: SecretsKeyring, useFactory: () => new SecretsKeyring(settings.SECRETS_KEY) },
        { provide: AddressGuard, useValue: new AddressGuard(guard) },
        { provide: Engines, useValue: engines ?? isolatedEngines(guard, platform) },
        { provide: RefreshMetrics, useValue: new RefreshMetrics(platform.metrics) },
        WarehousesRepository,
        CredentialsRepository,
        CredentialsRotation,
        DatamartConfigsRepository,
        MetadataRepository,
        MetadataStore,
        RefreshLeases,
        RefreshStatesRepository,
        Refresher,
      ],
    };
  }
}

function isolatedEngines(guard: GuardSettings, { metrics }: Platform): IsolatedEngines {
  const engines = new IsolatedEngines({ guard, environment: scanEnvironment() });
  exposeShares(metrics, 'warehouse_scans', () => engines.organisations());
  return engines;
}
