import { groupBy } from './group-by.js';
import type { DeadLetter, DeadLetterSink, Incoming } from './incoming.js';

/** Told of the messages of a topic that are about to become dead letters: perhaps more than once, and until it succeeds. */
export type DeadLetterListener = (messages: Incoming[]) => Promise<void>;

/** Tells the listeners, by the names of topics, before it writes: what they have counted is never less than what is there. */
export class ToldDeadLetters<I extends Incoming> implements DeadLetterSink<I> {
  constructor(
    private readonly sink: DeadLetterSink<I>,
    private readonly listeners: ReadonlyMap<string, DeadLetterListener>,
  ) {}

  async write(letters: DeadLetter<I>[]): Promise<void> {
    const messages = letters.map(({ message }) => message);
    for (const [topic, ofTopic] of groupBy(messages, (message) => message.topic))
      await this.listeners.get(topic)?.(ofTopic);
    await this.sink.write(letters);
  }
}
