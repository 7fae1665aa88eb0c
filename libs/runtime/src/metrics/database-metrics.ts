import { waitingForConnection } from '@tributary/database/checkout';
import { poolOf } from '@tributary/database/data-source';
import type { DataSource } from 'typeorm';
import type { Metrics } from './metrics.js';

/** Exports the use of a module's database connections, and how much work waits for one. */
export function watchPool(metrics: Metrics, module: string, dataSource: DataSource): void {
  metrics.addGauge({
    name: 'tributary_database_connections',
    help: 'Open connections to PostgreSQL',
    labelNames: ['module', 'state'],
    read: () => {
      const { idleCount, totalCount } = poolOf(dataSource);
      return [
        { labels: { module, state: 'idle' }, value: idleCount },
        { labels: { module, state: 'busy' }, value: totalCount - idleCount },
      ];
    },
  });
  const labelNames = ['module'];
  const ofModule = (read: () => number) => () => [{ labels: { module }, value: read() }];
  metrics.addGauge({
    name: 'tributary_database_connections_max',
    help: 'Limit of open connections',
    labelNames,
    read: ofModule(() => dataSource.options.poolSize ?? 0),
  });
  metrics.addGauge({
    name: 'tributary_database_waiting',
    help: 'Pieces of work that wait for a connection',
    labelNames,
    read: ofModule(() => waitingForConnection(dataSource)),
  });
}
