import 'reflect-metadata';
import { migrate } from '@tributary/database/migrate';
import { DatabaseConfig, loadConfig } from '@tributary/runtime/config';
import { runCommand, runProcess } from '@tributary/runtime/main';
import { startService } from '@tributary/runtime/service';
import { joinProfiles } from './rollback/join-profiles.js';
import { printReconciliation } from './reconciliation/print-reconciliation.js';
import { printDryRun, printRulesMigration } from './rules-migration/print-rules-migration.js';
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

const showRulesMigration = async ([option]: string[]) => {
  const { DATABASE_URL: url } = loadConfig(DatabaseConfig);
  process.stdout.write(await (option === '--dry-run' ? printDryRun(url, Date.now()) : printRulesMigration(url)));
};

const makeProfilesWhole = async () => {
  const { DATABASE_URL: url } = loadConfig(DatabaseConfig);
  process.stdout.write(`${await joinProfiles(url)} people have profiles that are whole again\n`);
};

const serve = () => {
  const config = loadConfig(TrackingIngestConfig);
  return startService({
    name: 'tracking-ingest',
    config,
    module: (platform) => TrackingIngestModule.register(config, platform),
  });
};

await runCommand(
  {
    migrate: migrateOnly,
    reconciliation: showReconciliation,
    'rules-migration': showRulesMigration,
    'join-profiles': makeProfilesWhole,
  },
  () => runProcess(serve),
);
