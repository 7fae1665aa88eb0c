import type { Metrics } from '@tributary/runtime/metrics/metrics';
import { Counter } from 'prom-client';
import type { PublicCases } from './public-cases.js';

/** Datamarts with a label of their own; the others share one. */
const maxDatamarts = 100;

/** Metrics of this process about activities with a credential that anyone can read. */
export class PublicCounters {
  private readonly leftOut: Counter;
  private readonly merges: Counter;
  private readonly datamarts = new Set<string>();

  constructor({ registry }: Metrics) {
    this.leftOut = new Counter({
      name: 'tributary_tracking_public_left_out_total',
      help: 'What did not count because it came with a public credential: merges of people with accounts, acceptances after a trusted refusal, profile events of retried activities',
      labelNames: ['reason', 'datamart'],
      registers: [registry],
    });
    this.merges = new Counter({
      name: 'tributary_tracking_public_merges_total',
      help: 'Activities signed with a key that may merge accounts, which brought together people with accounts',
      labelNames: ['datamart'],
      registers: [registry],
    });
  }

  count({ mergesRefused, mergesAllowed, choicesWithoutEffect }: PublicCases): void {
    for (const id of mergesRefused) this.leftOut.inc({ reason: 'public_merge', datamart: this.labelOf(id) });
    for (const id of choicesWithoutEffect) this.leftOut.inc({ reason: 'public_choice', datamart: this.labelOf(id) });
    for (const id of mergesAllowed) this.merges.inc({ datamart: this.labelOf(id) });
  }

  /** For a retried activity: gateways count those of the activities that they take. */
  leftOutProfiles(datamart_id: string, events: number): void {
    if (events > 0) this.leftOut.inc({ reason: 'public_profile', datamart: this.labelOf(datamart_id) }, events);
  }

  private labelOf(datamart_id: string): string {
    if (this.datamarts.size < maxDatamarts) this.datamarts.add(datamart_id);
    return this.datamarts.has(datamart_id) ? datamart_id : 'others';
  }
}
