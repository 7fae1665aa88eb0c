import 'reflect-metadata';
import { createTopics } from '@tributary/bus/create-topics';
import { topics } from '@tributary/contracts/topics';
import { migrate } from '@tributary/database/migrate';
import { DatabaseConfig, loadConfig } from '@tributary/runtime/config';
import { runCommand, runProcess } from '@tributary/runtime/main';
import { startService } from '@tributary/runtime/service';
import { AdminModule } from './admin.module.js';
import { AdminConfig, TopicsConfig } from './config.js';
import { adminDatabase } from './database.js';
import { FirstStart } from './first-start.js';

const migrateOnly = async () => {
  const { DATABASE_URL: url } = loadConfig(DatabaseConfig, process.env);
  await migrate({ ...adminDatabase, url });
};

const createAllTopics = async () => {
  const { KAFKA_BROKERS, KAFKA_REPLICATION_FACTOR: replicationFactor } = loadConfig(TopicsConfig, process.env);
  await createTopics(KAFKA_BROKERS, topics, { replicationFactor });
};

const serve = async () => {
  const config = loadConfig(AdminConfig, process.env);
  const running = await startService({ name: 'admin', config, module: (platform) => AdminModule.register(config, platform) });
  const { token } = running.app.get(FirstStart);
  if (token !== undefined && config.BOOTSTRAP_API_TOKEN === undefined)
    process.stdout.write(`First start. The admin's API token, shown only now: ${token}\n`);
  return running;
};

await runCommand({ migrate: migrateOnly, topics: createAllTopics }, () => runProcess(serve));
