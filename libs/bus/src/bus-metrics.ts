import { Counter, Gauge, type Metric } from 'prom-client';
import type { BusStrategy, ConsumerStats } from './bus.strategy.js';
import type { WatchedPublisher } from './outbound-queue.js';
import { within } from './within.js';

/** Registered by the process that has the bus. */
const unregistered = { registers: [] };
const byConsumer = ['group', 'topic'] as const;
/** What brokers that are down may cost a scrape. */
const lagPatienceMs = 2_000;

/** What to watch of a bus: its queue and refusals where it is overloaded, its lag and dead letters where it falls behind. */
export const busMetrics = (publisher: WatchedPublisher, strategy: BusStrategy): Metric[] => [
  ...publisherMetrics(publisher),
  ...[
    consumerCounter(strategy, 'handled', 'tributary_consumer_handled_messages_total', 'Messages handled'),
    consumerCounter(
      strategy,
      'deadLettered',
      'tributary_consumer_dead_letters_total',
      'Messages that became dead letters',
    ),
    consumerCounter(
      strategy,
      'failures',
      'tributary_consumer_failures_total',
      'Failed calls of handlers, outages aside',
    ),
  ],
  pausedConsumers(strategy),
  lagOfConsumers(strategy),
  ...strategy.batches.metrics,
];

function publisherMetrics(publisher: WatchedPublisher): Metric[] {
  const { counters } = publisher;
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      ...{ name: `tributary_publisher_${name}`, help, ...unregistered },
      collect() {
        this.set(read());
      },
    });
  return [
    gauge('queue_messages', 'Messages accepted and not acknowledged', () => counters.queued),
    gauge('queue_bytes', 'Bytes of those messages', () => counters.queuedBytes),
    gauge('in_flight_messages', 'Messages of the request on its way', () => counters.inFlight),
    gauge('oldest_age_seconds', 'For how long the oldest of them waits', () => publisher.oldestAgeMs() / 1_000),
    new Counter({
      name: 'tributary_publisher_messages_total',
      help: 'Messages acknowledged; refused at once, the queue being full; failed, whether written or not',
      labelNames: ['outcome'],
      ...unregistered,
      collect() {
        this.reset();
        for (const outcome of ['published', 'refused', 'failed'] as const) this.inc({ outcome }, counters[outcome]);
      },
    }),
  ];
}

const labelsOf = ({ group, topic }: Pick<ConsumerStats, 'group' | 'topic'>) => ({ group, topic });

const consumerCounter = (
  strategy: BusStrategy,
  key: 'handled' | 'deadLettered' | 'failures',
  name: string,
  help: string,
): Metric =>
  new Counter({
    ...{ name, help, labelNames: byConsumer, ...unregistered },
    collect() {
      this.reset();
      for (const stats of strategy.stats()) this.inc(labelsOf(stats), stats[key]);
    },
  });

const pausedConsumers = (strategy: BusStrategy): Metric =>
  new Gauge({
    name: 'tributary_consumer_paused',
    help: '1 while the consumer waits for a dependency that is down',
    ...{ labelNames: byConsumer, ...unregistered },
    collect() {
      for (const stats of strategy.stats()) this.set(labelsOf(stats), stats.paused);
    },
  });

/** Of the whole group, whatever this member has of it. Unknown, it is left out: a scrape must not fail for it. */
const lagOfConsumers = (strategy: BusStrategy): Metric =>
  new Gauge({
    name: 'tributary_consumer_lag_messages',
    help: 'Messages published and not yet handled by the group, told by each of its members: take the largest',
    ...{ labelNames: byConsumer, ...unregistered },
    async collect() {
      this.reset();
      const asked = strategy.lag().catch(() => []);
      await within(
        lagPatienceMs,
        asked.then((lags) => lags.forEach((lag) => this.set(labelsOf(lag), lag.messages))),
      );
    },
  });
