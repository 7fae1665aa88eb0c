import type { Topic } from '@tributary/contracts/topics/topic';
import type { AnyTopic } from '../messages/consume.js';
import type { Outgoing } from '../messages/message.js';
import { toText } from '../messages/raw-json.js';
import { show, type FollowedMessage, type Follower, type Following } from '../following/follower.js';

/** The followers of the topics of this process. */
export class InProcessFollowers {
  /** Messages shown to followers since the start. */
  reads = 0;
  private readonly followers = new Map<Follower, ReadonlySet<string>>();

  constructor(private readonly warn: (message: string) => void) {}

  follow(topics: AnyTopic[], follower: Follower): Following {
    this.followers.set(follower, new Set(topics.map(({ name }) => name)));
    return { started: Promise.resolve(), stop: () => void this.followers.delete(follower) };
  }

  /** Shows messages that are durable, after the publisher has got its answer. */
  show<T>(topic: Topic<T>, messages: Outgoing<T>[]): void {
    if (this.followers.size === 0) return;
    setImmediate(() => {
      for (const [follower, topics] of this.followers) {
        if (!topics.has(topic.name)) continue;
        this.reads += messages.length;
        for (const message of messages) {
          const key = keyOf(topic, message);
          show(follower, key, () => followed(topic, key, message), this.warn);
        }
      }
    });
  }
}

const keyOf = <T>(topic: Topic<T>, message: Outgoing<T>): string =>
  'key' in message ? message.key : topic.key(message.value);

function followed<T>(topic: Topic<T>, key: string, message: Outgoing<T>): FollowedMessage {
  const { id, time = Date.now() } = message;
  const read = () => ('json' in message ? JSON.parse(toText(message.json)) : message.value) as unknown;
  return { topic: topic.name, key, id, time, read };
}
