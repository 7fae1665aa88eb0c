import type { Metrics } from '@tributary/runtime/metrics/metrics';
import { Counter } from 'prom-client';

/** Why requests with a collect key, or lines of them, are refused. */
const reasons = ['origin', 'channel', 'rate'] as const;

/** Metrics of this gateway about collect keys. */
export class CollectKeyMetrics {
  private readonly refusals: Counter;
  private readonly profileEvents: Counter;

  constructor(metrics: Metrics) {
    this.refusals = new Counter({
      name: 'tributary_gateway_collect_key_refusals_total',
      help: 'Requests and lines with a valid collect key that were refused: a page of another origin, another channel, more than max_qps',
      labelNames: ['reason'],
      registers: [metrics.registry],
    });
    for (const reason of reasons) this.refusals.inc({ reason }, 0);
    this.profileEvents = new Counter({
      name: 'tributary_gateway_profile_events_left_out_total',
      help: 'Profile events that were left out of activities because their collect key does not accept profiles',
      registers: [metrics.registry],
    });
  }

  refused(reason: (typeof reasons)[number]): void {
    this.refusals.inc({ reason });
  }

  leftOut(profileEvents: number): void {
    this.profileEvents.inc(profileEvents);
  }
}
