import { TrackingPlans } from '@tributary/http/tracking-plan/tracking-plans';
import { randomBytes } from 'node:crypto';
import { createLogger } from '@tributary/runtime/logger';
import { DirectoryStore } from '@tributary/security/directory.store';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { startMigratedPostgres } from '@tributary/testing/postgres/migrated-postgres';
import { openDataSource } from '@tributary/testing/postgres/open-data-source';
import type { TestPostgres } from '@tributary/testing/postgres/postgres';
import type { DataSource } from 'typeorm';
import { trackingDatabase } from '../src/database.js';
import { StoreRules } from '../src/consent/store-rules.js';
import { ErasureKey } from '../src/identity/erasure-key.js';

export interface TrackingDatabase {
  postgres: TestPostgres;
  dataSource: DataSource;
  erasureKey: ErasureKey;
  /** With a directory that knows nothing. */
  rules: StoreRules;
  stop(): Promise<void>;
}

/** The app's schema on a real PostgreSQL, for specs of what works on its tables. */
export async function startTrackingDatabase({ poolSize = 10 } = {}): Promise<TrackingDatabase> {
  const postgres = await startMigratedPostgres(trackingDatabase);
  const dataSource = await openDataSource({ ...trackingDatabase, url: postgres.url, poolSize });
  const erasureKey = await openErasureKey(dataSource);
  const stop = async () => {
    await dataSource.destroy();
    await postgres.stop();
  };
  const rules = new StoreRules(new DirectoryStore(), erasureKey, new TrackingPlans(), newKeyring());
  return { postgres, dataSource, erasureKey, rules, stop };
}

/** A SECRETS_KEY of 32 random bytes. */
export const newSecretsKey = () => randomBytes(32).toString('base64');

/** With a random key. */
export const newKeyring = () => new SecretsKeyring(newSecretsKey());

/** The key of erasures of a database, with this SECRETS_KEY. */
export const openErasureKey = (dataSource: DataSource, secretsKey = newSecretsKey()): Promise<ErasureKey> =>
  ErasureKey.open(dataSource, new SecretsKeyring(secretsKey), createLogger('tested', 'silent'));
