import type { Metrics } from '@tributary/runtime/metrics';
import type { FactStore } from './fact.store.js';

const countFacts = { sql: 'select count(*)::double from facts', params: [] };

/** How many facts reports are made of, and up to when. */
export function watchFacts(metrics: Metrics, facts: FactStore): void {
  metrics.addGauge({
    name: 'tributary_facts_rows',
    help: 'Activities that reports count',
    read: async () => Number((await facts.query(countFacts, 'metrics'))[0]?.[0]),
  });
  metrics.addGauge({
    name: 'tributary_facts_watermark_timestamp_seconds',
    help: 'When the newest of the messages that reports count was sent; 0 before the first',
    read: async () => (await facts.newestWatermark()) / 1_000,
  });
}
