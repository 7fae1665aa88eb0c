import type { Metrics } from '@tributary/runtime/metrics/metrics';
import { Counter } from 'prom-client';

/** Counts refreshes by outcome. */
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

  /** Counts the outcome of the work. Rejects with its error. */
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
