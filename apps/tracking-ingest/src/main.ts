import 'reflect-metadata';
import { migrate } from '@tributary/database/migrate';
import { DatabaseConfig, loadConfig } from '@tributary/runtime/config';
import { runCommand, runProcess } from '@tributary/runtime/main';
import { startService } from '@tributary/runtime/service';
import { printReconciliation } from './reconciliation/print-reconciliation.js';
import { TrackingIngestConfig } from './config.js';
import { trackingDatabase } from './database.js';
import { TrackingIngestModule } from './tracking-ingest.module.js';

const migrateOnly = async () => {
  const { DATABASE_URL: url } = loadConfig(DatabaseConfig);
  await migrate({ ...trackingDatabase, url });
};

const showReconciliation = async ([hours = '24']: string[]) => {
  const { DATABASE_URL: url } = loadConfig(DatabaseConfig);
  process.stdout.write(await printReconciliation(url, Number(hours), Date.now()));
};

const serve = () => {
  const config = loadConfig(TrackingIngestConfig);
  return startService({
    name: 'tracking-ingest',
    config,
    module: (platform) => TrackingIngestModule.register(config, platform),
  });
};

await runCommand({ migrate: migrateOnly, reconciliation: showReconciliation }, () => runProcess(serve));
