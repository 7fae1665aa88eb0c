import 'reflect-metadata';
import { mkdirSync } from 'node:fs';
import { FirstStart } from '@tributary/admin/startup/first-start';
import type { Bus } from '@tributary/bus/bus';
import { connectInProcess } from '@tributary/bus/in-process/in-process-bus';
import { connectKafka } from '@tributary/bus/kafka/kafka-bus';
import type { SuspectLogLocation } from '@tributary/bus/open-suspect-log';
import { InFlightBatches } from '@tributary/bus/suspects/in-flight-batches';
import { guardRoutes } from '@tributary/gateway/access/access.hook';
import { startApp } from '@tributary/runtime/app';
import { loadConfig } from '@tributary/runtime/config';
import { Health } from '@tributary/runtime/health';
import { kafkaConnection } from '@tributary/runtime/kafka-access';
import { createLogger, type Logger } from '@tributary/runtime/logger';
import { exitBecause, runCommand } from '@tributary/runtime/main';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import type { Platform } from '@tributary/runtime/platform';
import { makePrivate } from '@tributary/runtime/private-files';
import { startTracing } from '@tributary/runtime/tracing/tracing';
import { exitOnUncaught } from '@tributary/runtime/watchdog/exit-on-uncaught';
import { startWatchdog } from '@tributary/runtime/watchdog/watchdog';
import { StandaloneConfig } from './config.js';
import { StandaloneModule } from './standalone.module.js';
import { deadLetterDirectory, startReplays } from './replays.js';
import { secretsKey } from './secrets-key.js';
import { openStores } from './stores.js';
import { welcome } from './welcome.js';
import { adminDatabase } from '@tributary/admin/database';
import { makeToken } from '@tributary/admin/commands/make-token';
import { withDataSource } from '@tributary/database/data-source';

async function serve() {
  const config = loadConfig(StandaloneConfig);
  const logger = createLogger('standalone', config.LOG_LEVEL);
  exitOnUncaught(logger);
  const tracing = await startTracing({ name: 'standalone', config, logger });
  mkdirSync(config.DATA_DIR, { recursive: true });
  makePrivate(config.DATA_DIR, logger);
  const SECRETS_KEY = config.SECRETS_KEY ?? secretsKey(config.DATA_DIR);
  const stores = await openStores(config, logger);
  try {
    const inFlight = new InFlightBatches();
    const location = busLocation(config);
    const platform: Platform = {
      bus: connectBus(location, logger, inFlight),
      logger,
      health: new Health(),
      metrics: new Metrics('standalone'),
    };
    const running = await startApp({
      module: StandaloneModule.register({ ...config, DATABASE_URL: stores.databaseUrl, SECRETS_KEY }, platform),
      platform,
      port: config.PORT,
      host: config.HOST,
      extend: guardRoutes,
      limits: { maxConnections: config.MAX_CONNECTIONS },
      drainMs: config.SHUTDOWN_DRAIN_MS,
      beforeConsumers: async () => void (await startWatchdog({ app: 'standalone', inFlight, suspectLog: location })),
    });
    const firstStart = running.app.get(FirstStart, { strict: false });
    const shown = { url: running.url, dataDir: config.DATA_DIR, token: firstStart.token };
    process.stdout.write(welcome({ ...shown, console: config.CONSOLE === 'on' }));
    await firstStart.markTokenShown();
    const replays = startReplays(config, platform);
    return {
      drain: running.drain,
      stopWithinMs: config.SHUTDOWN_TIMEOUT_MS,
      stop: async () => {
        try {
          await replays.stop();
          await running.stop();
        } finally {
          await Promise.all([tracing.stop(), stores.stop()]);
        }
      },
    };
  } catch (error) {
    await stores.stop();
    throw error;
  }
}

function connectBus(location: SuspectLogLocation, logger: Logger, inFlight: InFlightBatches): Bus {
  if (!('connection' in location)) return connectInProcess({ ...location, logger, inFlight });
  return connectKafka({ ...location.connection, logger, onCrash: exitBecause(logger, 'a consumer crashed'), inFlight });
}

function busLocation(config: StandaloneConfig): SuspectLogLocation {
  const { KAFKA_BROKERS } = config;
  if (!KAFKA_BROKERS) return { deadLetterDirectory: deadLetterDirectory(config) };
  return { connection: { ...kafkaConnection({ ...config, KAFKA_BROKERS }), clientId: 'standalone' } };
}

await runCommand({ 'make-token': printNewToken }, serve);

/** The command `make-token`: the same as admin's, for an embedded product that is stopped. */
async function printNewToken([user]: string[]): Promise<void> {
  const config = loadConfig(StandaloneConfig);
  // Standard output contains only the token.
  const logger = createLogger('standalone', config.LOG_LEVEL, process.stderr);
  const stores = await openStores(config, logger);
  try {
    const token = await withDataSource({ ...adminDatabase, url: stores.databaseUrl }, (dataSource) =>
      makeToken(dataSource, { user, lifetime: config.API_TOKEN_LIFETIME }, logger),
    );
    process.stdout.write(`${token}\n`);
  } finally {
    await stores.stop();
  }
}
