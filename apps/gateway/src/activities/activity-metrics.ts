import type { Metrics } from '@tributary/runtime/metrics/metrics';
import { Counter } from 'prom-client';
import { JunkShares } from './junk-shares.js';
import type { ReadActivity, Source } from './read-activity.js';

/** Metrics of this gateway about activities. */
export class ActivityMetrics {
  private readonly junkIdentifiers: Counter;
  private readonly earlyTimes: Counter;
  private readonly bots: Counter;
  private readonly blockedEvents: Counter;
  private readonly planRefusals: Counter;
  private readonly junkShares = new JunkShares();

  constructor(metrics: Metrics) {
    this.junkIdentifiers = new Counter({
      name: 'tributary_gateway_junk_identifiers_total',
      help: 'Junk identifiers that were left out of accepted activities',
      registers: [metrics.registry],
    });
    this.earlyTimes = new Counter({
      name: 'tributary_gateway_early_times_total',
      help: 'Accepted activities with a time before the year 2000, of clients that send seconds in place of milliseconds',
      registers: [metrics.registry],
    });
    this.bots = new Counter({
      name: 'tributary_gateway_bot_activities_total',
      help: 'Accepted activities of bots, by whether their channel leaves them out',
      labelNames: ['left_out'],
      registers: [metrics.registry],
    });
    for (const left_out of ['true', 'false']) this.bots.inc({ left_out }, 0);
    this.blockedEvents = new Counter({
      name: 'tributary_gateway_blocked_events_total',
      help: 'Events that a tracking plan blocks, left out of accepted activities',
      registers: [metrics.registry],
    });
    this.planRefusals = new Counter({
      name: 'tributary_gateway_plan_refusals_total',
      help: 'Activities that were refused because an event breaks the schema of a tracking plan',
      registers: [metrics.registry],
    });
    metrics.addGauge({
      name: 'tributary_gateway_junk_ratio',
      help: 'Share of the activities of a datamart on this day (UTC), in this process, that name a junk word: the three highest of each datamart, above 0.5 %',
      labelNames: ['datamart', 'word'],
      read: () => this.junkShares.highest(),
    });
  }

  /** Counts an activity that is refused because its identifiers are all junk. */
  refusedAsJunk(junk: readonly string[], { datamart_id, received_ts }: Source): void {
    this.junkShares.count(datamart_id, received_ts, [junk]);
  }

  /** Counts an activity that the tracking plan refuses. */
  refusedByPlan(): void {
    this.planRefusals.inc();
  }

  /** Counts the findings about the accepted activities of one request. */
  accepted(read: ReadActivity[], { datamart_id, received_ts }: Source): void {
    for (const { activity, junk, isEarly, isBot } of read) {
      if (junk.length > 0) this.junkIdentifiers.inc(junk.length);
      if (activity.blocked_events) this.blockedEvents.inc(activity.blocked_events.length);
      if (isEarly) this.earlyTimes.inc();
      if (isBot) this.bots.inc({ left_out: String(activity.outcome !== undefined) });
    }
    this.junkShares.count(
      datamart_id,
      received_ts,
      read.map(({ junk }) => junk),
    );
  }
}
