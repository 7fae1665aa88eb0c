import path from 'node:path';
import { analysisDatabase } from '@tributary/activity-analysis/database';
import { adminDatabase } from '@tributary/admin/database';
import { startEmbeddedPostgres } from '@tributary/database/embedded/embedded-postgres';
import { claimInstance } from '@tributary/database/claim-instance';
import { importDatabase } from '@tributary/import-worker/database';
import { migrate } from '@tributary/database/migrate';
import type { Logger } from '@tributary/runtime/logger';
import { exitBecause } from '@tributary/runtime/main';
import { trackingDatabase } from '@tributary/tracking-ingest/database';
import { warehouseDatabase } from '@tributary/warehouse-metadata/database';
import type { StandaloneConfig } from './config.js';

const databases = [adminDatabase, trackingDatabase, importDatabase, warehouseDatabase, analysisDatabase];

interface Stores {
  databaseUrl: string;
  stop: () => Promise<void>;
}

/** Starts PostgreSQL (or uses the configured one), claims it for this instance, and migrates every schema. */
export async function openStores({ DATABASE_URL, DATA_DIR }: StandaloneConfig, logger: Logger): Promise<Stores> {
  const postgres = DATABASE_URL
    ? { url: DATABASE_URL, stop: async () => {} }
    : await startEmbeddedPostgres({ directory: path.join(DATA_DIR, 'postgres'), log: (line) => logger.debug(line) });
  try {
    const onLost = exitBecause(logger, 'another instance has taken over the database');
    const claim = await claimInstance(postgres.url, { onLost });
    for (const database of databases) await migrate({ ...database, url: postgres.url });
    return {
      databaseUrl: postgres.url,
      stop: async () => {
        await claim.release();
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
