import { Histogram, type Metric } from 'prom-client';
import type { Consumer } from '../messages/consumer.js';

export const byConsumer = ['group', 'topic'] as const;

/** Called after each call of a handler, successful or not, with its number of messages and its duration. */
export type ObserveBatch = (consumer: Consumer, messages: number, seconds: number) => void;

/** Sizes of the batches of a bus's consumers, and how long handlers take for them. */
export class BatchMetrics {
  private readonly messages = new Histogram({
    name: 'tributary_consumer_batch_messages',
    help: 'Messages in one call of the handler',
    labelNames: byConsumer,
    buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000],
    registers: [],
  });
  private readonly duration = new Histogram({
    name: 'tributary_consumer_batch_duration_seconds',
    help: 'Duration of one call of the handler, failed or not',
    labelNames: byConsumer,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [],
  });
  readonly metrics: Metric[] = [this.messages, this.duration];

  readonly observe: ObserveBatch = ({ group, topic }, messages, seconds) => {
    this.messages.labels(group, topic.name).observe(messages);
    this.duration.labels(group, topic.name).observe(seconds);
  };
}
