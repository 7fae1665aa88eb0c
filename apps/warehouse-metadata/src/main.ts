import 'reflect-metadata';
import { migrate } from '@tributary/database/migrate';
import { DatabaseConfig, loadConfig } from '@tributary/runtime/config';
import { runCommand } from '@tributary/runtime/main';
import { startService } from '@tributary/runtime/service';
import { WarehouseMetadataConfig } from './config.js';
import { warehouseDatabase } from './database.js';
import { WarehouseMetadataModule } from './warehouse-metadata.module.js';

const migrateOnly = async () => {
  const { DATABASE_URL: url } = loadConfig(DatabaseConfig);
  await migrate({ ...warehouseDatabase, url });
};

const serve = () => {
  const config = loadConfig(WarehouseMetadataConfig);
  return startService({
    name: 'warehouse-metadata',
    config,
    module: (platform) => WarehouseMetadataModule.register(config, platform),
  });
};

await runCommand({ migrate: migrateOnly }, serve);
