import type { Metrics } from '@tributary/runtime/metrics';
import { Counter } from 'prom-client';

/** How readings of warehouses' metadata end. */
export class RefreshMetrics {
  private readonly refreshes: Counter;

  constructor({ registry }: Metrics) {
    this.refreshes = new Counter({
      name: 'tributary_warehouse_refreshes_total',
      help: 'Refreshes of metadata by engine and outcome',
      labelNames: ['engine', 'outcome'],
      registers: [registry],
    });
  }

  /** Counts how the work ends, which goes on as it is. */
  async watch(engine: string, work: Promise<void>): Promise<void> {
    try {
      await work;
      this.refreshes.inc({ engine, outcome: 'succeeded' });
    } catch (error) {
      this.refreshes.inc({ engine, outcome: 'failed' });
      throw error;
    }
  }
}
