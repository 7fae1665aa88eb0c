import { exposeShares } from '@tributary/runtime/isolation/share-metrics';
import type { Metrics } from '@tributary/runtime/metrics/metrics';
import type { FactStore } from './fact.store.js';

const countFacts = { sql: 'select count(*)::double from facts', params: [] };

/** Number of facts, the time of the newest, and what is missing: that is for the owner, as others stand by without facts. */
export function addFactMetrics(metrics: Metrics, facts: FactStore, isSoleOwner: () => boolean): void {
  metrics.addGauge({
    name: 'tributary_facts_rows',
    help: 'Activities in the fact store of reports',
    read: async () => Number((await facts.query(countFacts, []))[0]?.[0]),
  });
  exposeShares(metrics, 'reports', () => facts.organisations());
  metrics.addGauge({
    name: 'tributary_facts_gaps',
    help: 'What reports lack until a backfill ends: messages that were missing, or everything before a new store',
    read: () => (isSoleOwner() ? facts.gaps() : 0),
  });
  metrics.addGauge({
    name: 'tributary_facts_watermark_timestamp_seconds',
    help: 'Time of the newest message that reports include; 0 before the first',
    read: async () => (await facts.newestWatermark()) / 1_000,
  });
}
