import type { Metrics } from '@tributary/runtime/metrics/metrics';
import { Counter } from 'prom-client';
import { JunkShares } from './junk-shares.js';
import type { ReadActivity, Source } from './read-activity.js';

/** Metrics of this gateway about activities. */
export class ActivityMetrics {
  private readonly junkIdentifiers: Counter;
  private readonly junkShares = new JunkShares();

  constructor(metrics: Metrics) {
    this.junkIdentifiers = new Counter({
      name: 'tributary_gateway_junk_identifiers_total',
      help: 'Junk identifiers that were left out of accepted activities',
      registers: [metrics.registry],
    });
    metrics.addGauge({
      name: 'tributary_gateway_junk_ratio',
      help: 'Share of the activities of a datamart on this day (UTC), in this process, that name a junk word: the ten highest',
      labelNames: ['datamart', 'word'],
      read: () => this.junkShares.highest(),
    });
  }

  /** Counts the junk identifiers that activities of one request did without. */
  leftOut(read: ReadActivity[], { datamart_id, received_ts }: Source): void {
    for (const { junk } of read) if (junk.length > 0) this.junkIdentifiers.inc(junk.length);
    this.junkShares.count(
      datamart_id,
      received_ts,
      read.map(({ junk }) => junk),
    );
  }
}
