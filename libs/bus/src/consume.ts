import { applyDecorators, UseFilters } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import type { Topic } from '@tributary/contracts/topic';
import { IntactErrorsFilter } from './intact-errors.filter.js';

export interface ConsumeOptions {
  /** `<app>.<handler>`: instances of one group share the work. */
  group: string;
  /** Every instance gets every message, from the beginning of the topic at each start; nothing is committed. */
  broadcast?: boolean;
  /** Most messages handed over at once; default 500. */
  maxBatch?: number;
  /**
   * How many batches of one process may be at work at once over Kafka, each of another partition: while one waits for its
   * database another computes. Default 1.
   */
  concurrency?: number;
  /** The same in process, where what comes while all are at work is the next batch: fewer are larger. Default 2. */
  lanes?: number;
}

/** A topic as its consumers see it, whatever its values are. */
export type AnyTopic = Omit<Topic<unknown>, 'key'>;

/** What a strategy finds in the `extras` of a handler. */
export interface Consumption extends ConsumeOptions {
  topic: AnyTopic;
}

/**
 * Marks a controller's method as the consumer of a topic. It is called with a batch, in order per key, and returns
 * what can never succeed; whatever may succeed later it throws, and is called again with the same batch.
 *
 * @example
 * \@Consume(activityReceived, { group: 'tracking-ingest.store-activities' })
 * handle(batch: Received<ActivityReceived>[]): Promise<Rejection[]>
 */
export const Consume = <T>(topic: Topic<T>, options: ConsumeOptions): MethodDecorator =>
  applyDecorators(EventPattern<string>(topic.name, { ...options, topic }), UseFilters(new IntactErrorsFilter()));
