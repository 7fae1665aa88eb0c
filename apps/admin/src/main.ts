import 'reflect-metadata';
import { createTopics } from '@tributary/bus/create-topics';
import { topicsYaml } from '@tributary/bus/topics-yaml';
import { topics } from '@tributary/contracts/topics';
import { migrate } from '@tributary/database/migrate';
import { DatabaseConfig, loadConfig } from '@tributary/runtime/config';
import { runCommand, runProcess } from '@tributary/runtime/main';
import { startService } from '@tributary/runtime/service';
import { AdminModule } from './admin.module.js';
import { AdminConfig, TopicsConfig } from './config.js';
import { adminDatabase } from './database.js';

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

const serve = () => {
  const config = loadConfig(AdminConfig);
  return startService({ name: 'admin', config, module: (platform) => AdminModule.register(config, platform) });
};

const commands = { migrate: migrateOnly, topics: createAllTopics, 'topics-yaml': printTopics };
await runCommand(commands, () => runProcess(serve));
