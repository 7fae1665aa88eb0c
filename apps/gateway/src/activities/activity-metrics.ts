import type { Metrics } from '@tributary/runtime/metrics/metrics';
import { Counter } from 'prom-client';

/** Metrics of this gateway about activities. */
export class ActivityMetrics {
  private readonly junkIdentifiers: Counter;

  constructor({ registry }: Metrics) {
    this.junkIdentifiers = new Counter({
      name: 'tributary_gateway_junk_identifiers_total',
      help: 'Junk identifiers that were left out of accepted activities',
      registers: [registry],
    });
  }

  leftOut(identifiers: number): void {
    if (identifiers > 0) this.junkIdentifiers.inc(identifiers);
  }
}
