import { Counter, Gauge, type Metric } from 'prom-client';
import { byConsumer } from './consuming/batch-metrics.js';
import type { BusStrategy, ConsumerStats } from './consuming/bus.strategy.js';
import type { WatchedPublisher } from './publishing/outbound-queue.js';
import { waitAtMost } from './wait-at-most.js';

/** Registered by the process that has the bus. */
const unregistered = { registers: [] };
/** The longest that a scrape waits for brokers that are down. */
const lagTimeoutMs = 2_000;

/** The metrics of a bus: queue and refusals show overload, lag and dead letters show consumers that fall behind. */
export const busMetrics = (publisher: WatchedPublisher, strategy: BusStrategy): Metric[] => [
  ...publisherMetrics(publisher),
  consumerCounter(strategy, 'handled', 'tributary_consumer_handled_messages_total', 'Messages handled'),
  consumerCounter(
    strategy,
    'deadLettered',
    'tributary_consumer_dead_letters_total',
    'Messages written to the dead letters',
  ),
  consumerCounter(
    strategy,
    'failures',
    'tributary_consumer_failures_total',
    'Failed calls of handlers, not counting outages',
  ),
  consumerCounter(
    strategy,
    'blocked',
    'tributary_consumer_blocked_calls_total',
    'Calls of handlers that blocked the thread for more than 5 s, failed or not',
  ),
  consumerCounter(
    strategy,
    'suspects',
    'tributary_consumer_suspect_messages_total',
    'Messages handled alone, because they were in flight when a process was blocked, or ended by an error',
  ),
  pausedConsumers(strategy),
  lagOfConsumers(strategy),
  ...strategy.batches.metrics,
];

function publisherMetrics(publisher: WatchedPublisher): Metric[] {
  const { counters } = publisher;
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `tributary_publisher_${name}`,
      help,
      ...unregistered,
      collect() {
        this.set(read());
      },
    });
  return [
    gauge('queue_messages', 'Messages accepted and not acknowledged yet', () => counters.queued),
    gauge('queue_bytes', 'Bytes of the messages accepted and not acknowledged yet', () => counters.queuedBytes),
    gauge('in_flight_messages', 'Messages of the requests in flight', () => counters.inFlight),
    gauge(
      'failing_partitions',
      'Partitions that hold messages whose request has failed',
      () => counters.failingPartitions,
    ),
    gauge(
      'oldest_age_seconds',
      'Age of the oldest message that is not acknowledged',
      () => publisher.oldestAgeMs() / 1_000,
    ),
    new Counter({
      name: 'tributary_publisher_messages_total',
      help: 'Messages by outcome: published (acknowledged), refused (queue full or closed), failed (may have been written)',
      labelNames: ['outcome'],
      ...unregistered,
      collect() {
        this.reset();
        for (const outcome of ['published', 'refused', 'failed'] as const) this.inc({ outcome }, counters[outcome]);
      },
    }),
  ];
}

/** It stands still while no client follows a topic. */
export const followerReads = (read: () => number): Metric =>
  new Counter({
    name: 'tributary_follower_reads_total',
    help: 'Reads of topics by followers, such as live feeds: fetch requests, or in process messages',
    ...unregistered,
    collect() {
      this.reset();
      this.inc(read());
    },
  });

const labelsOf = ({ group, topic }: Pick<ConsumerStats, 'group' | 'topic'>) => ({ group, topic });

const consumerCounter = (
  strategy: BusStrategy,
  key: 'handled' | 'deadLettered' | 'failures' | 'blocked' | 'suspects',
  name: string,
  help: string,
): Metric =>
  new Counter({
    name,
    help,
    labelNames: byConsumer,
    ...unregistered,
    collect() {
      this.reset();
      for (const stats of strategy.stats()) this.inc(labelsOf(stats), stats[key]);
    },
  });

const pausedConsumers = (strategy: BusStrategy): Metric =>
  new Gauge({
    name: 'tributary_consumer_paused',
    help: '1 while the consumer waits for a dependency that is down, else 0',
    labelNames: byConsumer,
    ...unregistered,
    collect() {
      for (const stats of strategy.stats()) this.set(labelsOf(stats), stats.paused);
    },
  });

/** The lag of the whole group, not only of this member. Left out while the brokers do not answer. */
const lagOfConsumers = (strategy: BusStrategy): Metric =>
  new Gauge({
    name: 'tributary_consumer_lag_messages',
    help: 'Records published and not yet handled by the group; each member reports it, so take the maximum',
    labelNames: byConsumer,
    ...unregistered,
    async collect() {
      this.reset();
      const request = strategy.lag().catch(() => []);
      await waitAtMost(
        lagTimeoutMs,
        request.then((lags) => lags.forEach((lag) => this.set(labelsOf(lag), lag.messages))),
      );
    },
  });
