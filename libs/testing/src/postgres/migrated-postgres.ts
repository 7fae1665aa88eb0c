import type { DataSourceOptions } from '@tributary/database/data-source';
import { startPostgres, type TestPostgres } from './postgres.js';
import { migrate } from '@tributary/database/migrate';

/** A PostgreSQL for a spec file, with the schemas of these apps. Their migrations run once per Jest worker. */
export function startMigratedPostgres(...databases: Omit<DataSourceOptions, 'url'>[]): Promise<TestPostgres> {
  return startPostgres({
    template: {
      name: `template_${databases.map(({ app }) => app).join('_')}`,
      fill: async (url) => {
        for (const database of databases) await migrate({ ...database, url });
      },
    },
  });
}
