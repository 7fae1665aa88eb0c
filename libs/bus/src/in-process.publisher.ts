import { unavailable } from '@tributary/contracts/errors';
import type { Topic } from '@tributary/contracts/topic';
import { breather } from './breather.js';
import type { Incoming } from './incoming.js';
import { WrittenJson } from './written-json.js';
import type { Delivery, Lane } from './lane.js';
import type { Outgoing } from './message.js';
import { DeadlineSweep, hasRoom, noneYet, Publication, refusal } from './outbound-queue.js';
import { partitionOfKey } from './partition-of-key.js';
import { defaultLimits, patienceMs, Publisher, type PublisherLimits, type PublishOptions } from './publisher.js';
import { roughSize } from './rough-size.js';
import { within } from './within.js';

const closeMs = 10_000;

/** A message, and about how many bytes it holds. */
type Sized = Pick<Delivery, 'message' | 'bytes'>;

/**
 * Hands messages to the handlers of this process. It keeps nothing: `publish` resolves when every group of the topic
 * has handled or dead-lettered the messages, at once when there is none. Values are not copied, so publishers and
 * handlers leave them as they are; a handler gets its own only in so far as the topic's schema makes new objects.
 */
export class InProcessPublisher extends Publisher {
  readonly counters = noneYet();
  private readonly limits: PublisherLimits;
  // Each holds publications of one deadline, in order.
  private readonly deadlines = new DeadlineSweep();
  private readonly patientDeadlines = new DeadlineSweep();
  private readonly routes = new Map<string, Lane[][]>();
  private isClosed = false;

  constructor(limits: Partial<PublisherLimits> = {}) {
    super();
    this.limits = { ...defaultLimits, ...limits };
  }

  /** From now on the group behind the lanes gets the topic's messages. For the strategy. */
  attach(topic: string, lanes: Lane[]): void {
    this.routes.set(topic, [...(this.routes.get(topic) ?? []), lanes]);
  }

  async publish<T>(topic: Topic<T>, messages: Outgoing<T>[], { isPatient }: PublishOptions = {}): Promise<void> {
    const groups = this.routes.get(topic.name) ?? [];
    const deliveries = messages.length * groups.length;
    if (deliveries === 0 && !this.isClosed) return;
    this.refuseUnlessRoom(messages.length, deliveries);
    const breath = breather();
    const incoming: Sized[] = [];
    for (const message of messages) {
      // Never with a single message: what is published at once, one by one, is taken in at once and in order.
      const pause = incoming.length > 0 && breath();
      if (pause) await pause;
      incoming.push(sized(topic, message));
    }
    const bytes = groups.length * incoming.reduce((sum, { bytes }) => sum + bytes, 0);
    this.refuseUnlessRoom(messages.length, deliveries, bytes);
    this.counters.queued += deliveries;
    this.counters.queuedBytes += bytes;
    await this.deliver(incoming, { groups, isPatient });
  }

  isEmpty(): Promise<boolean> {
    return Promise.resolve(true);
  }

  /** A delivery has come to its end. For the strategy. */
  readonly settle = ({ bytes, publication }: Delivery, error?: Error): void => {
    this.counters.queued--;
    this.counters.queuedBytes -= bytes;
    this.counters[error ? 'failed' : 'published']++;
    if (error) publication.settle(unavailable('The message was not handled', error));
    else publication.acknowledge();
  };

  oldestAgeMs(): number {
    const { deadlines, patientDeadlines, limits } = this;
    return Math.max(deadlines.oldestAgeMs(limits.deadlineMs), patientDeadlines.oldestAgeMs(patienceMs));
  }

  /** Refuses new messages and waits, no longer than 10 seconds, until those accepted are handled. */
  async close(): Promise<void> {
    this.isClosed = true;
    const lanes = [...this.routes.values()].flat(2);
    await within(closeMs, Promise.all(lanes.map((lane) => lane.idle())));
  }

  private refuseUnlessRoom(count: number, deliveries: number, bytes = 0): void {
    if (this.isClosed) throw refusal(this.counters, count, 'The bus is closing');
    if (!hasRoom(this.counters, this.limits, deliveries, bytes)) throw refusal(this.counters, count);
  }

  private deliver(messages: Sized[], { groups, isPatient }: PublishOptions & { groups: Lane[][] }): Promise<void> {
    return new Promise((resolve, reject) => {
      const deadline = Date.now() + (isPatient ? patienceMs : this.limits.deadlineMs);
      const settled = (error?: Error) => (error ? reject(error) : resolve());
      const publication = new Publication(messages.length * groups.length, deadline, settled);
      (isPatient ? this.patientDeadlines : this.deadlines).add(publication);
      for (const { message, bytes } of messages) {
        const delivery = { message, bytes, publication };
        for (const lanes of groups) lanes[partitionOfKey(message.key, lanes.length)]?.push(delivery);
      }
    });
  }
}

function sized<T>(topic: Topic<T>, message: Outgoing<T>): Sized {
  const { id, time = Date.now(), traceparent } = message;
  const key = 'key' in message ? message.key : topic.key(message.value);
  const content = 'json' in message ? new WrittenJson(message.json) : message.value;
  const incoming: Incoming = { topic: topic.name, key, content, id, time };
  if (traceparent !== undefined) incoming.traceparent = traceparent;
  return { message: incoming, bytes: 'json' in message ? message.json.length : roughSize(content) };
}
