import type { Metrics } from '@tributary/runtime/metrics';
import { Counter } from 'prom-client';

/** Collected one by one, or in a file. */
export type ActivitySource = 'live' | 'import';
/** What became of an activity that came over the bus. */
export type ActivityOutcome = 'stored' | 'duplicate' | 'erased';

/** What happened to activities, for the metrics of this process. */
export class IngestCounters {
  private readonly outcomes: Counter;
  private readonly crowdedOnes: Counter;
  private readonly pages: Counter;

  constructor({ registry }: Metrics) {
    this.outcomes = new Counter({
      name: 'tributary_tracking_activities_total',
      help: 'Activities by what became of them: stored (told of live ones), duplicate, or erased, their person having been',
      labelNames: ['source', 'outcome'],
      registers: [registry],
    });
    this.crowdedOnes = new Counter({
      name: 'tributary_tracking_crowded_activities_total',
      help: 'Activities whose identifiers were not joined because a user point would have had too many',
      registers: [registry],
    });
    this.pages = new Counter({
      name: 'tributary_tracking_facts_pages_total',
      help: 'Pages of everything told to reports that were made anew',
      registers: [registry],
    });
    for (const outcome of ['stored', 'duplicate', 'erased'] as const) this.count('live', outcome, 0);
  }

  count(source: ActivitySource, outcome: ActivityOutcome, by: number): void {
    this.outcomes.inc({ source, outcome }, by);
  }

  factsPageTold(): void {
    this.pages.inc();
  }

  crowded(by: number): void {
    this.crowdedOnes.inc(by);
  }
}
