import 'reflect-metadata';
import { migrate } from '@tributary/database/migrate';
import { DatabaseConfig, loadConfig } from '@tributary/runtime/config';
import { runCommand } from '@tributary/runtime/main';
import { startService } from '@tributary/runtime/service';
import { ImportWorkerConfig } from './config.js';
import { importDatabase } from './database.js';
import { ImportWorkerModule } from './import-worker.module.js';

const migrateOnly = async () => {
  const { DATABASE_URL: url } = loadConfig(DatabaseConfig);
  await migrate({ ...importDatabase, url });
};

const serve = () => {
  const config = loadConfig(ImportWorkerConfig);
  return startService({
    name: 'import-worker',
    config,
    module: (platform) => ImportWorkerModule.register(config, platform),
  });
};

await runCommand({ migrate: migrateOnly }, serve);
