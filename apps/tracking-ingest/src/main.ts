import 'reflect-metadata';
import { migrate } from '@tributary/database/migrate';
import { CommonConfig, ConfigError, DatabaseConfig, KafkaConfig, loadConfig } from '@tributary/runtime/config';
import { kafkaConnection } from '@tributary/runtime/kafka-access';
import { createLogger } from '@tributary/runtime/logger';
import { runCommand } from '@tributary/runtime/main';
import { startService } from '@tributary/runtime/service';
import { SecretsConfig } from '@tributary/security/secrets-config';
import type { ErasedAgain } from './erase-again/erase-logged.js';
import { eraseFromBroker, eraseFromFile, printErasures, timeOf } from './erase-again/erasure-commands.js';
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

const CommandConfig = DatabaseConfig.extend({ LOG_LEVEL: CommonConfig.shape.LOG_LEVEL });

const erasureSource = () => {
  const {
    DATABASE_URL: url,
    LOG_LEVEL,
    SECRETS_KEY: secretsKey,
  } = loadConfig(CommandConfig.extend(SecretsConfig.shape));
  return { url, secretsKey, logger: createLogger('tracking-ingest', LOG_LEVEL, process.stderr) };
};

const showErasures = ([since]: string[]) =>
  printErasures(erasureSource(), since, (lines) => void process.stdout.write(lines));

const eraseAgain = async ([source = '']: string[]) => {
  const since_ts = timeOf(source);
  if (!Number.isNaN(since_ts)) return eraseSince(since_ts);
  showErased(await eraseFromFile(erasureSource(), source));
};

const showErased = ({ erasures, people }: ErasedAgain) =>
  process.stdout.write(`${people} people were erased again; ${erasures} erasures were read\n`);

const eraseSince = async (since_ts: number) => {
  const { DATABASE_URL: url, LOG_LEVEL, ...config } = loadConfig(CommandConfig.extend(KafkaConfig.shape));
  const logger = createLogger('tracking-ingest', LOG_LEVEL, process.stderr);
  const connection = { ...kafkaConnection(config), clientId: 'tracking-ingest-erase-again', logger };
  const { unreadable, ...read } = await eraseFromBroker(url, connection, since_ts);
  showErased(read);
  if (unreadable > 0) throw new ConfigError(`${unreadable} messages of erasures cannot be read: erase by a file, too`);
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
    erasures: showErasures,
    'erase-again': eraseAgain,
  },
  serve,
);
