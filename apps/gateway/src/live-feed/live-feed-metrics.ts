import type { OrganisationUse } from '@tributary/contracts/shares/fair-slots';
import { exposeShares } from '@tributary/runtime/isolation/share-metrics';
import type { Metrics } from '@tributary/runtime/metrics/metrics';
import { Counter } from 'prom-client';

/** Metrics of this gateway about live feeds. */
export class LiveFeedMetrics {
  private readonly events: Counter;

  constructor(private readonly metrics: Metrics) {
    this.events = new Counter({
      name: 'tributary_gateway_live_feed_events_total',
      help: 'Activities and refusals for viewers of live feeds: shown, or skipped by sampling or because the client is slow',
      labelNames: ['outcome'],
      registers: [metrics.registry],
    });
    for (const outcome of ['shown', 'skipped']) this.events.inc({ outcome }, 0);
  }

  countViewers(read: () => number): void {
    this.metrics.addGauge({ name: 'tributary_gateway_live_feed_viewers', help: 'Open live feeds', read });
  }

  shareViewers(read: () => OrganisationUse[]): void {
    exposeShares(this.metrics, 'live_feeds', read);
  }

  readonly count = (outcome: 'shown' | 'skipped'): void => this.events.inc({ outcome });
}
