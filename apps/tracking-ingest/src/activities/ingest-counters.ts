import type { Metrics } from '@tributary/runtime/metrics';

/** What happened to activities that were not simply stored, for the metrics of this process. */
export class IngestCounters {
  readonly duplicates: (by?: number) => void;
  readonly erased: (by?: number) => void;
  readonly crowded: (by?: number) => void;

  constructor(metrics: Metrics) {
    this.duplicates = metrics.addCounter(
      'tracking_duplicates_suppressed_total',
      'Activities not stored because their id was stored before',
    );
    this.erased = metrics.addCounter(
      'tracking_late_for_erasure_total',
      'Activities not stored because their person was erased after they came in',
    );
    this.crowded = metrics.addCounter(
      'tracking_crowded_activities_total',
      'Activities whose identifiers were not joined because a user point would have had too many',
    );
  }
}
