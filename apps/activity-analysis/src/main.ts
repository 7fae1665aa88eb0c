import 'reflect-metadata';
import { migrate } from '@tributary/database/migrate';
import { DatabaseConfig, loadConfig } from '@tributary/runtime/config';
import { runCommand } from '@tributary/runtime/main';
import { startService } from '@tributary/runtime/service';
import { ActivityAnalysisConfig } from './config.js';
import { analysisDatabase } from './database.js';
import { ActivityAnalysisModule } from './activity-analysis.module.js';

const migrateOnly = async () => {
  const { DATABASE_URL: url } = loadConfig(DatabaseConfig);
  await migrate({ ...analysisDatabase, url });
};

const serve = () => {
  const config = loadConfig(ActivityAnalysisConfig);
  return startService({
    name: 'activity-analysis',
    config,
    module: (platform) => ActivityAnalysisModule.register(config, platform),
  });
};

await runCommand({ migrate: migrateOnly }, serve);
