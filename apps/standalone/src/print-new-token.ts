import { adminDatabase } from '@tributary/admin/database';
import { makeToken } from '@tributary/admin/commands/make-token';
import { createDataSource } from '@tributary/database/data-source';
import { loadConfig } from '@tributary/runtime/config';
import { createLogger } from '@tributary/runtime/logger';
import { StandaloneConfig } from './config.js';
import { openStores } from './stores.js';

/** The command `make-token`: the same as admin's, for an embedded product that is stopped. */
export async function printNewToken([user]: string[]): Promise<void> {
  const config = loadConfig(StandaloneConfig);
  // Standard output contains only the token.
  const logger = createLogger('standalone', config.LOG_LEVEL, process.stderr);
  const stores = await openStores(config, logger);
  try {
    const dataSource = await createDataSource({ ...adminDatabase, url: stores.databaseUrl }).initialize();
    const token = await makeToken(dataSource, { user, lifetime: config.API_TOKEN_LIFETIME }, logger);
    await dataSource.destroy();
    process.stdout.write(`${token}\n`);
  } finally {
    await stores.stop();
  }
}
