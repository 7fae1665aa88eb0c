import { Injectable } from '@nestjs/common';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import { TrackingPlans } from '@tributary/http/tracking-plan/tracking-plans';
import { ObservedEvents } from '../observed-events/observed-events.js';
import { Counter } from 'prom-client';
import { profileLosses } from '../profiles/profile-losses.js';
import { ExclusiveCounters } from '../exclusive-accounts/exclusive-counters.js';
import { PublicCounters } from '../public-credentials/public-counters.js';
import { activityOutcomes, type ActivityOutcome } from '../reconciliation/count-outcomes.js';

/** Received one by one, or in a file. */
type ActivitySource = 'live' | 'import';

/** Metrics of this process about activities and identifiers. */
@Injectable()
export class IngestCounters {
  readonly publicCases: PublicCounters;
  readonly exclusiveCases: ExclusiveCounters;
  /** The events of stored activities, by their names. */
  readonly events: ObservedEvents;
  private readonly outcomes: Counter;
  private readonly overLimits: Counter;
  private readonly pages: Counter;
  private readonly junkIdentifiers: Counter;

  constructor(metrics: Metrics, plans: TrackingPlans = new TrackingPlans()) {
    this.events = new ObservedEvents(plans, metrics);
    const { registry } = metrics;
    this.publicCases = new PublicCounters(metrics);
    this.exclusiveCases = new ExclusiveCounters(metrics);
    this.outcomes = new Counter({
      name: 'tributary_tracking_activities_total',
      help: 'Activities by outcome: stored (counted for live ones only), duplicate, erased (their person was erased), refused_by_choice, dropped by an activity analyzer, or dropped_on_error',
      labelNames: ['source', 'outcome'],
      registers: [registry],
    });
    this.overLimits = new Counter({
      name: 'tributary_tracking_over_limit_activities_total',
      help: 'Activities whose identifiers were not joined because a user point would have had too many',
      registers: [registry],
    });
    this.pages = new Counter({
      name: 'tributary_tracking_backfill_pages_total',
      help: 'Pages of backfills that were published',
      registers: [registry],
    });
    this.junkIdentifiers = new Counter({
      name: 'tributary_tracking_junk_identifiers_total',
      help: 'Junk identifiers that were left out of live associations',
      registers: [registry],
    });
    const expose = (name: string, help: string, read: () => number) =>
      new Counter({
        name,
        help,
        registers: [registry],
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    expose(
      'tributary_tracking_profile_writes_too_large_total',
      'Writes of events that left a profile unchanged because it would have become too large',
      () => profileLosses.refusedWrites,
    );
    expose(
      'tributary_tracking_profile_properties_left_out_total',
      'Properties that were left out when profiles were merged, because the profile would have become too large',
      () => profileLosses.leftOutProperties,
    );
    for (const outcome of activityOutcomes) this.count('live', outcome, 0);
  }

  count(source: ActivitySource, outcome: ActivityOutcome, by: number): void {
    this.outcomes.inc({ source, outcome }, by);
  }

  backfillPagePublished(): void {
    this.pages.inc();
  }

  /** Junk identifiers of an association. */
  leftOut(by: number): void {
    this.junkIdentifiers.inc(by);
  }

  overLimit(by: number): void {
    this.overLimits.inc(by);
  }
}
