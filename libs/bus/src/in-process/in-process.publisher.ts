import { unavailable } from '@tributary/contracts/errors';
import type { Topic } from '@tributary/contracts/topics/topic';
import { eventLoopYielder } from '../consuming/yield-to-event-loop.js';
import type { Outgoing } from '../messages/message.js';
import { partitionOfKey } from '../messages/partition-of-key.js';
import { OutboundQueue, type Publication } from '../publishing/outbound-queue.js';
import { Publisher, type PublisherLimits, type PublishOptions } from '../publishing/publisher.js';
import { waitAtMost } from '../wait-at-most.js';
import { InProcessFollowers } from './in-process-followers.js';
import { sizedMessage, type SizedMessage } from './sized-message.js';
import type { PendingDelivery, WorkerQueue } from './worker-queue.js';

const closeMs = 10_000;

/**
 * Hands messages to the handlers of this process, and stores nothing: `publish` resolves when every consumer group of
 * the topic has handled or dead-lettered the messages, and at once when there is no group. Values are not copied:
 * publishers and handlers must not change them, except for objects that the topic's schema creates.
 */
export class InProcessPublisher extends Publisher {
  readonly followers: InProcessFollowers;
  private readonly outbound: OutboundQueue;
  private readonly routes = new Map<string, WorkerQueue[][]>();

  /** @param warn for what followers throw */
  constructor(limits: Partial<PublisherLimits> = {}, warn: (message: string) => void = () => undefined) {
    super();
    this.followers = new InProcessFollowers(warn);
    this.outbound = new OutboundQueue(limits);
  }

  get counters() {
    return this.outbound.counters;
  }

  oldestAgeMs(): number {
    return this.outbound.oldestAgeMs();
  }

  organisations() {
    return this.outbound.shares.organisations();
  }

  /** Sends the topic's messages to one more group, through its worker queues. For the strategy. */
  attach(topic: string, queues: WorkerQueue[]): void {
    this.routes.set(topic, [...(this.routes.get(topic) ?? []), queues]);
  }

  async publish<T>(topic: Topic<T>, messages: Outgoing<T>[], options?: PublishOptions): Promise<void> {
    await this.handOver(topic, messages, options);
    this.followers.show(topic, messages);
  }

  private async handOver<T>(topic: Topic<T>, messages: Outgoing<T>[], options?: PublishOptions): Promise<void> {
    const groups = this.routes.get(topic.name) ?? [];
    const size = { messages: messages.length, deliveries: messages.length * groups.length };
    if (size.deliveries === 0 && !this.outbound.isClosed) return;
    this.outbound.refuseUnlessRoom(size, options);
    const yieldToEventLoop = eventLoopYielder();
    const sized: SizedMessage[] = [];
    for (const message of messages) {
      // Never before the first: calls with a single message are accepted synchronously, and so in order.
      const pause = sized.length > 0 && yieldToEventLoop();
      if (pause) await pause;
      sized.push(sizedMessage(topic, message));
    }
    const bytes = groups.length * sized.reduce((sum, { bytes }) => sum + bytes, 0);
    const publication = this.outbound.accept({ ...size, bytes }, options);
    deliver(sized, groups, publication);
    await publication.settled;
  }

  isEmpty(): Promise<boolean> {
    return Promise.resolve(true);
  }

  /** Ends a delivery. For the strategy. */
  readonly settle = (delivery: PendingDelivery, error?: Error): void =>
    this.outbound.settle(delivery, error && unavailable('The message was not handled', error));

  /** Refuses new messages and waits, no longer than 10 seconds, until those accepted are handled. */
  async close(): Promise<void> {
    this.outbound.close();
    const queues = [...this.routes.values()].flat(2);
    await waitAtMost(closeMs, Promise.all(queues.map((queue) => queue.idle())));
  }
}

function deliver(messages: SizedMessage[], groups: WorkerQueue[][], publication: Publication): void {
  for (const { message, bytes } of messages) {
    const delivery = { message, bytes, publication };
    for (const queues of groups) queues[partitionOfKey(message.key, queues.length)]?.push(delivery);
  }
}
