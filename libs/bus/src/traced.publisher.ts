import type { Topic } from '@tributary/contracts/topic';
import type { AnyTopic } from './consume.js';
import { currentTraceparent } from './handling.js';
import type { Outgoing } from './message.js';
import { inProducerSpans } from './message-spans.js';
import { Publisher, type PublishOptions } from './publisher.js';

/** Publishes with another publisher, each message in the trace of what causes it: its own, or else the one at work. */
export class TracedPublisher extends Publisher {
  constructor(private readonly publisher: Publisher) {
    super();
  }

  publish<T>(topic: Topic<T>, messages: Outgoing<T>[], options?: PublishOptions): Promise<void> {
    const current = currentTraceparent();
    // The way of most messages where nothing is traced: nothing may be looked at twice.
    if (current === undefined && messages.every(({ traceparent }) => traceparent === undefined))
      return this.publisher.publish(topic, messages, options);
    const caused =
      current === undefined ? messages : messages.map((message) => Object.assign({ traceparent: current }, message));
    return inProducerSpans(topic.name, caused, (traced) => this.publisher.publish(topic, traced, options));
  }

  isEmpty(topic: AnyTopic): Promise<boolean> {
    return this.publisher.isEmpty(topic);
  }
}
