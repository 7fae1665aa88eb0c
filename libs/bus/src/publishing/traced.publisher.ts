import type { Topic } from '@tributary/contracts/topics/topic';
import type { AnyTopic } from '../messages/consume.js';
import { currentTraceparent } from '../tracing/batch-context.js';
import type { Outgoing } from '../messages/message.js';
import { inProducerSpans } from '../tracing/message-spans.js';
import { Publisher, type PublishOptions } from './publisher.js';

/** Wraps a publisher and records traces: a message belongs to its own trace, or else to the active one. */
export class TracedPublisher extends Publisher {
  constructor(private readonly publisher: Publisher) {
    super();
  }

  publish<T>(topic: Topic<T>, messages: Outgoing<T>[], options?: PublishOptions): Promise<void> {
    const current = currentTraceparent();
    // The fast path, which most messages take where tracing is off.
    if (current === undefined && messages.every(({ traceparent }) => traceparent === undefined))
      return this.publisher.publish(topic, messages, options);
    const withParents =
      current === undefined ? messages : messages.map((message) => Object.assign({ traceparent: current }, message));
    return inProducerSpans(topic.name, withParents, (traced) => this.publisher.publish(topic, traced, options));
  }

  isEmpty(topic: AnyTopic): Promise<boolean> {
    return this.publisher.isEmpty(topic);
  }
}
