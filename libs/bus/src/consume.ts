import { EventPattern } from '@nestjs/microservices';
import type { Topic } from '@tributary/contracts/topic';

export interface ConsumeOptions {
  /** `<app>.<handler>`: instances of one group share the work. */
  group: string;
  /** Every instance gets every message, from the beginning of the topic at each start; nothing is committed. */
  broadcast?: boolean;
  /** Most messages handed over at once. */
  maxBatch?: number;
}

/** What a strategy finds in the `extras` of a handler. */
export interface Consumption extends ConsumeOptions {
  topic: Topic<unknown>;
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
  EventPattern<string>(topic.name, { ...options, topic });
