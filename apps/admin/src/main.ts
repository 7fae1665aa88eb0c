import 'reflect-metadata';
import { asyncApiDocument } from '@tributary/bus/asyncapi';
import { createTopics } from '@tributary/bus/create-topics';
import { connectKafka } from '@tributary/bus/kafka-bus';
import { topicsYaml } from '@tributary/bus/topics-yaml';
import { flows } from '@tributary/contracts/flows';
import { topics } from '@tributary/contracts/topics';
import { createDataSource } from '@tributary/database/data-source';
import { migrate } from '@tributary/database/migrate';
import { ConfigError, DatabaseConfig, loadConfig } from '@tributary/runtime/config';
import { createLogger } from '@tributary/runtime/logger';
import { runCommand, runProcess } from '@tributary/runtime/main';
import type { Platform } from '@tributary/runtime/platform';
import { startService } from '@tributary/runtime/service';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { AdminModule } from './admin.module.js';
import { AdminConfig, MakeTokenConfig, RepublishConfig, ResealConfig, TopicsConfig } from './config.js';
import { adminDatabase } from './database.js';
import { deadLetters } from './dead-letters/dead-letters.js';
import { FirstStart } from './first-start.js';
import { makeToken } from './make-token.js';
import { SecretsSealer } from './message-authentication-keys/secrets-sealer.js';
import { Republisher } from './republisher.js';
import { rewind } from './rewind.js';

const migrateOnly = async () => {
  const { DATABASE_URL: url } = loadConfig(DatabaseConfig);
  await migrate({ ...adminDatabase, url });
};

const createAllTopics = async () => {
  const { KAFKA_BROKERS, KAFKA_REPLICATION_FACTOR: replicationFactor } = loadConfig(TopicsConfig);
  await createTopics(KAFKA_BROKERS, topics, { replicationFactor });
};

const printTopics = () => {
  process.stdout.write(topicsYaml(topics));
  return Promise.resolve();
};

const printAsyncApi = () => {
  process.stdout.write(`${JSON.stringify(asyncApiDocument(flows), null, 2)}\n`);
  return Promise.resolve();
};

const republish = async () => {
  const { DATABASE_URL: url, KAFKA_BROKERS: brokers, LOG_LEVEL } = loadConfig(RepublishConfig);
  const dataSource = await createDataSource({ ...adminDatabase, url }).initialize();
  const bus = connectKafka({
    ...{ brokers, clientId: 'admin-republish', logger: createLogger('admin', LOG_LEVEL) },
    onCrash: (error) => {
      throw error;
    },
  });
  await new Republisher(dataSource, bus.publisher).republish();
  await bus.close();
};

const resealSecrets = async () => {
  const { DATABASE_URL: url, SECRETS_KEY } = loadConfig(ResealConfig);
  const dataSource = await createDataSource({ ...adminDatabase, url }).initialize();
  const { resealed, unopened } = await new SecretsSealer(dataSource, new SecretsKeyring(SECRETS_KEY)).reseal();
  process.stdout.write(`${resealed} secrets are sealed anew\n`);
  if (unopened > 0) throw new ConfigError(`${unopened} secrets can be opened by no key of SECRETS_KEY`);
};

const printNewToken = async ([user]: string[]) => {
  const { DATABASE_URL: url, LOG_LEVEL, API_TOKEN_LIFETIME: lifetime } = loadConfig(MakeTokenConfig);
  const dataSource = await createDataSource({ ...adminDatabase, url }).initialize();
  // The token alone is on standard output.
  const logger = createLogger('admin', LOG_LEVEL, process.stderr);
  process.stdout.write(`${await makeToken(dataSource, { user, lifetime }, logger)}\n`);
};

const serve = async () => {
  const config = loadConfig(AdminConfig);
  const module = (platform: Platform) => AdminModule.register(config, platform);
  const running = await startService({ name: 'admin', config, module });
  const firstStart = running.app.get(FirstStart, { strict: false });
  // One that was given is known already, and a log is no place for it.
  if (firstStart.token && config.BOOTSTRAP_API_TOKEN === undefined)
    process.stdout.write(`\nThe admin's API token, shown only this once:\n\n  ${firstStart.token}\n`);
  await firstStart.tokenIsShown();
  return running;
};

const commands = {
  migrate: migrateOnly,
  topics: createAllTopics,
  'topics-yaml': printTopics,
  asyncapi: printAsyncApi,
  republish,
  'reseal-secrets': resealSecrets,
  'make-token': printNewToken,
  dlq: deadLetters,
  rewind,
};
await runCommand(commands, () => runProcess(serve));
