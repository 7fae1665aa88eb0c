import { BatchRunner, type RunnerOptions } from '../consuming/batch-runner.js';
import type { ConsumerStats } from '../consuming/bus.strategy.js';
import type { Consumer } from '../messages/consumer.js';
import { readJson, type KafkaIncoming } from './records/envelope.js';

export interface TopicWork {
  consumer: Consumer;
  runner: BatchRunner<KafkaIncoming>;
}

/** The handlers of consumers with one name, each with its runner. */
export class TopicRunners {
  private readonly works: ReadonlyMap<string, TopicWork>;

  /** @param name of the consumers, for errors */
  constructor(
    private readonly name: string,
    consumers: Consumer[],
    options: Omit<RunnerOptions<KafkaIncoming>, 'read'>,
  ) {
    const work = (consumer: Consumer): TopicWork => {
      return { consumer, runner: new BatchRunner(consumer, { ...options, read: readJson }) };
    };
    this.works = new Map(consumers.map((consumer) => [consumer.topic.name, work(consumer)]));
  }

  get topics(): string[] {
    return [...this.works.keys()];
  }

  of(topic: string): TopicWork {
    const work = this.works.get(topic);
    if (!work) throw new TypeError(`${this.name} got messages of ${topic}, which it does not consume`);
    return work;
  }

  stats(): ConsumerStats[] {
    return Array.from(this.works, ([topic, { consumer, runner }]) => ({
      group: consumer.group,
      topic,
      ...runner.counters,
    }));
  }
}
