import type { Metrics } from '@tributary/runtime/metrics/metrics';
import { Counter } from 'prom-client';

/** Metrics of this gateway about bodies and lines that it has refused. */
export class RefusalMetrics {
  private readonly refused: Counter;

  constructor(metrics: Metrics) {
    this.refused = new Counter({
      name: 'tributary_gateway_refused_activities_total',
      help: 'Bodies and lines of known callers that were refused, and are kept or counted in the list of refusals',
      registers: [metrics.registry],
    });
  }

  count(refused: number): void {
    this.refused.inc(refused);
  }
}
