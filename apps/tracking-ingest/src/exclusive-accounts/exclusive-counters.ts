import type { Metrics } from '@tributary/runtime/metrics/metrics';
import { Counter } from 'prom-client';
import type { ExclusiveCounts } from './exclusive-cases.js';

/** Metrics of this process about exclusive compartments. */
export class ExclusiveCounters {
  private readonly cases: Counter;

  constructor({ registry }: Metrics) {
    this.cases = new Counter({
      name: 'tributary_tracking_exclusive_compartments_total',
      help: 'What exclusive compartments did to activities: identifiers moved to another person, identifiers left_out, activities that joined nothing (merge_refused)',
      labelNames: ['outcome'],
      registers: [registry],
    });
    this.count({ moved: 0, leftOut: 0, apart: 0 });
  }

  count({ moved, leftOut, apart }: ExclusiveCounts): void {
    this.cases.inc({ outcome: 'moved' }, moved);
    this.cases.inc({ outcome: 'left_out' }, leftOut);
    this.cases.inc({ outcome: 'merge_refused' }, apart);
  }
}
