import type { DeadLetter, DeadLetterSink, Incoming } from '../messages/incoming.js';

/**
 * Called with messages of a topic before they become dead letters. It is retried until it succeeds, and may be called
 * more than once for a message.
 */
export type DeadLetterHook = (messages: Incoming[]) => Promise<void>;

/** Calls the hook of each topic before it writes, so that counts in hooks never lag behind the dead letters. */
export class NotifyingDeadLetterSink<I extends Incoming> implements DeadLetterSink<I> {
  constructor(
    private readonly sink: DeadLetterSink<I>,
    /** By name of topic. */
    private readonly hooks: ReadonlyMap<string, DeadLetterHook>,
  ) {}

  async write(deadLetters: DeadLetter<I>[]): Promise<void> {
    const messages = deadLetters.map(({ message }) => message);
    for (const [topic, ofTopic] of Map.groupBy(messages, (message) => message.topic))
      await this.hooks.get(topic)?.(ofTopic);
    await this.sink.write(deadLetters);
  }
}
