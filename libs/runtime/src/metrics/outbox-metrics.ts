import type { OutboxRelay } from '@tributary/bus/outbox/outbox.relay';
import type { Metrics } from './metrics.js';

/** Exports committed messages that are not published yet. Every process of the module exports the same value. */
export function watchOutbox(metrics: Metrics, module: string, relay: OutboxRelay): void {
  const labelNames = ['module'];
  metrics.addGauge({
    name: 'tributary_outbox_messages',
    help: 'Messages not yet published',
    labelNames,
    read: async () => [{ labels: { module }, value: await relay.backlog() }],
  });
  metrics.addGauge({
    name: 'tributary_outbox_oldest_age_seconds',
    help: 'Age of the oldest unpublished message',
    labelNames,
    read: async () => {
      const now = Date.now();
      const since = Math.min((await relay.waitsSince()) ?? now, now);
      return [{ labels: { module }, value: (now - since) / 1_000 }];
    },
  });
}
