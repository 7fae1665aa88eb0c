import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { analysisDatabase } from '@tributary/activity-analysis/database';
import { adminDatabase } from '@tributary/admin/database';
import type { BusStrategy } from '@tributary/bus/consuming/bus.strategy';
import type { Consumer } from '@tributary/bus/messages/consumer';
import { connectInProcess } from '@tributary/bus/in-process/in-process-bus';
import { guardRoutes } from '@tributary/gateway/access/access.hook';
import { importDatabase } from '@tributary/import-worker/database';
import { startApp } from '@tributary/runtime/app';
import { Health } from '@tributary/runtime/health';
import { createLogger } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import { startMigratedPostgres } from '@tributary/testing/postgres/migrated-postgres';
import { trackingDatabase } from '@tributary/tracking-ingest/database';
import { warehouseDatabase } from '@tributary/warehouse-metadata/database';
import type { FastifyInstance } from 'fastify';
import { StandaloneConfig } from '../src/config.js';
import { StandaloneModule } from '../src/standalone.module.js';

export interface BootedStandalone {
  url: string;
  /** Token of the first user, a community admin. */
  token: string;
  databaseUrl: string;
  deadLetterDirectory: string;
  /** The consumers that the handlers of all modules have registered. */
  consumers: Consumer[];
  metrics: Metrics;
  /** The log at level trace. */
  log: () => string;
  stop: () => Promise<void>;
}

/**
 * Starts the whole product in this process: all seven modules behind one port, with its own database.
 *
 * @param configure gets the server before any route is registered
 * @param settings that differ from those of a specification
 */
export async function bootStandalone(
  configure?: (server: FastifyInstance) => void,
  settings: Record<string, unknown> = {},
): Promise<BootedStandalone> {
  const postgres = await startMigratedPostgres(
    adminDatabase,
    trackingDatabase,
    importDatabase,
    warehouseDatabase,
    analysisDatabase,
  );
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'tributary-standalone-'));
  const token = `first-${randomBytes(24).toString('hex')}`;
  const SECRETS_KEY = randomBytes(32).toString('base64');
  const config = StandaloneConfig.parse({ DATA_DIR, BOOTSTRAP_API_TOKEN: token, SECRETS_KEY, PORT: 0, ...settings });
  const { stream, text } = memory();
  const logger = createLogger('standalone', 'trace', stream);
  const deadLetterDirectory = path.join(DATA_DIR, 'dead-letters');
  const bus = connectInProcess({ deadLetterDirectory, logger });
  const platform = { bus, logger, health: new Health(), metrics: new Metrics('standalone') };
  const { url, stop } = await startApp({
    module: StandaloneModule.register({ ...config, DATABASE_URL: postgres.url, SECRETS_KEY }, platform),
    platform,
    port: config.PORT,
    host: '127.0.0.1',
    extend: (server, app) => {
      configure?.(server);
      guardRoutes(server, app);
    },
  });
  const stopAll = async () => {
    await stop();
    await postgres.stop();
  };
  const consumers = (bus.strategy as BusStrategy).unwrap<Consumer[]>();
  const { metrics } = platform;
  return { url, token, databaseUrl: postgres.url, deadLetterDirectory, consumers, metrics, log: text, stop: stopAll };
}

function memory() {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk.toString());
      done();
    },
  });
  return { stream, text: () => chunks.join('') };
}
