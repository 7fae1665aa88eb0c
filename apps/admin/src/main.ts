import 'reflect-metadata';
import { asyncApiDocument } from '@tributary/bus/topics/asyncapi';
import { createAcls } from '@tributary/bus/kafka/commands/create-acls';
import { createTopics } from '@tributary/bus/kafka/commands/create-topics';
import { acls } from '@tributary/bus/topics/acls';
import { aclsYaml } from '@tributary/bus/topics/acls-yaml';
import { topicsYaml } from '@tributary/bus/topics/topics-yaml';
import { topicCatalog, topics } from '@tributary/contracts/topics/topic-catalog';
import { createDataSource } from '@tributary/database/data-source';
import { migrate } from '@tributary/database/migrate';
import { ConfigError, DatabaseConfig, loadConfig } from '@tributary/runtime/config';
import { kafkaConnection } from '@tributary/runtime/kafka-access';
import { createLogger } from '@tributary/runtime/logger';
import { runCommand } from '@tributary/runtime/main';
import type { Platform } from '@tributary/runtime/platform';
import { startService } from '@tributary/runtime/service';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { AdminModule } from './admin.module.js';
import { AclsConfig, AdminConfig, MakeTokenConfig, ResealConfig, TopicsConfig } from './config.js';
import { adminDatabase } from './database.js';
import { deadLetters } from './dead-letters/dead-letters.js';
import { FirstStart } from './startup/first-start.js';
import { makeToken } from './commands/make-token.js';
import { SecretsSealer } from './message-authentication-keys/secrets-sealer.js';
import { republish } from './commands/republish.js';
import { restore } from './commands/restore.js';
import { rewind } from './commands/rewind.js';

const migrateOnly = async () => {
  const { DATABASE_URL: url } = loadConfig(DatabaseConfig);
  await migrate({ ...adminDatabase, url });
};

const createAllTopics = async () => {
  const { KAFKA_REPLICATION_FACTOR: replicationFactor, ...config } = loadConfig(TopicsConfig);
  const { brokers, ...access } = kafkaConnection(config);
  await createTopics(brokers, topics, { replicationFactor, ...access });
};

const createAllAcls = async () => {
  const { LOG_LEVEL, ...config } = loadConfig(AclsConfig);
  const logger = createLogger('admin', LOG_LEVEL, process.stderr);
  await createAcls({ ...kafkaConnection(config), clientId: 'create-acls', logger }, acls(topicCatalog));
};

const printAcls = () => {
  process.stdout.write(aclsYaml(acls(topicCatalog)));
  return Promise.resolve();
};

const printTopics = () => {
  process.stdout.write(topicsYaml(topics));
  return Promise.resolve();
};

const printAsyncApi = () => {
  process.stdout.write(`${JSON.stringify(asyncApiDocument(topicCatalog), null, 2)}\n`);
  return Promise.resolve();
};

const resealSecrets = async () => {
  const { DATABASE_URL: url, SECRETS_KEY } = loadConfig(ResealConfig);
  const dataSource = await createDataSource({ ...adminDatabase, url }).initialize();
  const { resealed, unopened } = await new SecretsSealer(dataSource, new SecretsKeyring(SECRETS_KEY)).reseal();
  process.stdout.write(`${resealed} secrets were resealed with the first key of SECRETS_KEY\n`);
  if (unopened > 0) throw new ConfigError(`${unopened} secrets cannot be opened with any key of SECRETS_KEY`);
};

const printNewToken = async ([user]: string[]) => {
  const { DATABASE_URL: url, LOG_LEVEL, API_TOKEN_LIFETIME: lifetime } = loadConfig(MakeTokenConfig);
  const dataSource = await createDataSource({ ...adminDatabase, url }).initialize();
  // Standard output contains only the token.
  const logger = createLogger('admin', LOG_LEVEL, process.stderr);
  process.stdout.write(`${await makeToken(dataSource, { user, lifetime }, logger)}\n`);
};

const serve = async () => {
  const config = loadConfig(AdminConfig);
  const module = (platform: Platform) => AdminModule.register(config, platform);
  const running = await startService({ name: 'admin', config, module });
  const firstStart = running.app.get(FirstStart, { strict: false });
  if (firstStart.token)
    process.stdout.write(`\nAPI token of the first admin (shown only once):\n\n  ${firstStart.token}\n`);
  await firstStart.markTokenShown();
  return running;
};

const commands = {
  migrate: migrateOnly,
  topics: createAllTopics,
  'topics-yaml': printTopics,
  acls: createAllAcls,
  'acls-yaml': printAcls,
  asyncapi: printAsyncApi,
  republish,
  restore,
  'reseal-secrets': resealSecrets,
  'make-token': printNewToken,
  dlq: deadLetters,
  rewind,
};
await runCommand(commands, serve);
