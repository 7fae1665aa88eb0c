import { createDataSource } from '@tributary/database/data-source';
import { startMigratedPostgres } from '@tributary/testing/postgres/migrated-postgres';
import type { TestPostgres } from '@tributary/testing/postgres/postgres';
import type { DataSource } from 'typeorm';
import { trackingDatabase } from '../src/database.js';

export interface TrackingDatabase {
  postgres: TestPostgres;
  dataSource: DataSource;
  stop(): Promise<void>;
}

/** The app's schema on a real PostgreSQL, for specs of what works on its tables. */
export async function startTrackingDatabase({ poolSize = 10 } = {}): Promise<TrackingDatabase> {
  const postgres = await startMigratedPostgres(trackingDatabase);
  const dataSource = await createDataSource({ ...trackingDatabase, url: postgres.url, poolSize }).initialize();
  const stop = async () => {
    await dataSource.destroy();
    await postgres.stop();
  };
  return { postgres, dataSource, stop };
}
