import { Injectable, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { connect } from '@tributary/database/connect';
import type { DataSourceOptions } from '@tributary/database/data-source';
import { query } from '@tributary/database/transaction';
import { DataSource } from 'typeorm';
import { watchPool } from './metrics/database-metrics.js';
import type { Platform } from './platform.js';

/** Closes last, because handlers and requests in progress use it until they end. */
@Injectable()
class DatabaseLifecycle implements OnApplicationShutdown {
  constructor(private readonly dataSource: DataSource) {}

  async onApplicationShutdown(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }
}

/** The app's data source, under the token `DataSource`; the app's readiness includes it. */
export const databaseProviders = (options: DataSourceOptions, { health, logger, metrics }: Platform): Provider[] => [
  {
    provide: DataSource,
    useFactory: async () => {
      const onWait = (error: unknown) => logger.warn({ err: error }, 'the database does not answer yet');
      const dataSource = await connect(options, { onWait });
      health.add({ name: `database ${options.app}`, check: () => query(dataSource, 'select 1').then(() => true) });
      watchPool(metrics, options.app, dataSource);
      return dataSource;
    },
  },
  DatabaseLifecycle,
];
