import type { BusStrategy } from './bus.strategy.js';
import type { PublisherCounters } from './outbound-queue.js';

/** A number of the bus, read at each scrape. */
export interface BusGauge {
  name: string;
  help: string;
  read: () => number | Promise<number>;
}

/** What to watch of a bus: its queue and refusals where it is overloaded, its lag and dead letters where it falls behind. */
export function busGauges(counters: PublisherCounters, strategy: BusStrategy): BusGauge[] {
  const sumOf = (key: 'handled' | 'deadLettered' | 'failures' | 'paused') => () =>
    strategy.stats().reduce((sum, stats) => sum + stats[key], 0);
  return [
    { name: 'bus_queued_messages', help: 'Published and not acknowledged', read: () => counters.queued },
    { name: 'bus_queued_bytes', help: 'Bytes of those messages', read: () => counters.queuedBytes },
    { name: 'bus_in_flight_messages', help: 'Messages of the request on its way', read: () => counters.inFlight },
    { name: 'bus_published_messages', help: 'Acknowledged since the start', read: () => counters.published },
    { name: 'bus_refused_messages', help: 'Refused at once since the start', read: () => counters.refused },
    { name: 'bus_failed_messages', help: 'Given up after acceptance since the start', read: () => counters.failed },
    { name: 'bus_handled_messages', help: 'Handled since the start', read: sumOf('handled') },
    { name: 'bus_dead_letters', help: 'Dead-lettered since the start', read: sumOf('deadLettered') },
    { name: 'bus_handler_failures', help: 'Failed calls of handlers, outages aside', read: sumOf('failures') },
    { name: 'bus_paused_consumers', help: 'Consumers that wait for a dependency', read: sumOf('paused') },
    { name: 'bus_lag_messages', help: 'Published and not yet handled, of all groups', read: () => totalLag(strategy) },
  ];
}

/** Unknown while the brokers do not answer: a scrape must not fail for it. */
const totalLag = (strategy: BusStrategy) =>
  strategy.lag().then(
    (lags) => lags.reduce((sum, { messages }) => sum + messages, 0),
    () => NaN,
  );
