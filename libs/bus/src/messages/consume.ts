import { applyDecorators, Catch, UseFilters, type RpcExceptionFilter } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import type { Topic } from '@tributary/contracts/topics/topic';
import { throwError, type Observable } from 'rxjs';

export interface ConsumeOptions {
  /** `<app>.<handler>`. The instances of one group share the messages; with `broadcast` it is a name only. */
  group: string;
  /** Every instance gets every message, at each start from the beginning of the topic; no offset is committed. */
  broadcast?: boolean;
  /**
   * The topic of a broadcast consumer may have no message for ever, as no user has stored anything. Otherwise handlers that
   * start last wait on a new broker until the producer has filled the topic.
   */
  mayStayEmpty?: boolean;
  /**
   * Over Kafka, one process gets every partition, the one that started first. The others stand by until it is gone.
   */
  soleOwner?: boolean;
  /**
   * Starts when the modules of the process have bootstrapped and its broadcast consumers have caught up with topics that
   * are not empty: for a handler that decides by what they hold.
   */
  startsLast?: boolean;
  /** The most messages of one batch. Default 500. */
  maxBatch?: number;
  /**
   * How many batches one process handles at the same time over Kafka, each of another partition: while one waits for
   * its database, another computes. Default 1.
   */
  concurrency?: number;
  /**
   * The same in process. There, messages that arrive while all batches are in progress form the next one: lower
   * concurrency makes larger batches. Default 2.
   */
  inProcessConcurrency?: number;
}

/** A topic as its consumers see it, with values of any type. */
export type AnyTopic = Omit<Topic<unknown>, 'key'>;

/** The `extras` that Nest passes to a strategy with a handler. */
export interface HandlerExtras extends ConsumeOptions {
  topic: AnyTopic;
}

/**
 * Marks a controller's method as the consumer of a topic. It is called with a batch, in order per key. It returns
 * rejections for messages that can never succeed; when it throws, it is called again with the same batch.
 *
 * @example
 * \@Consume(activityReceived, { group: 'tracking-ingest.store-activities' })
 * handle(batch: Received<ActivityReceived>[]): Promise<Rejection[]>
 */
export const Consume = <T>(topic: Topic<T>, options: ConsumeOptions): MethodDecorator =>
  applyDecorators(EventPattern<string>(topic.name, { ...options, topic }), UseFilters(new IntactErrorsFilter()));

/** Nest's own filter replaces an error by "Internal server error", but the runner must see whether it was an outage. */
@Catch()
class IntactErrorsFilter implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}
