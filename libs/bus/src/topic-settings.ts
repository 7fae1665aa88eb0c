import { deadLetterTopic } from '@tributary/contracts/topic';
import type { AnyTopic } from './consume.js';

/** A topic as Kafka is told of it. */
export interface TopicSettings {
  name: string;
  partitions: number;
  config: Record<string, string>;
}

const dayMs = 24 * 60 * 60 * 1_000;
/** Long enough for somebody to look at what went wrong and publish it again. */
const deadLetterDays = 30;

/** Every topic and its dead-letter topic, sorted by name. */
export function topicSettings(topics: Pick<AnyTopic, 'name' | 'partitions' | 'retention'>[]): TopicSettings[] {
  const settings = topics.flatMap(({ name, partitions, retention }) => [
    { name, partitions, config: retention === 'compact' ? { 'cleanup.policy': 'compact' } : keptFor(retention.days) },
    // A dead letter is its message with a reason on top, so the largest message must leave room for that.
    {
      name: deadLetterTopic(name),
      partitions: 1,
      config: { ...keptFor(deadLetterDays), 'max.message.bytes': String(2 * 1024 * 1024) },
    },
  ]);
  return settings.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const keptFor = (days: number) => ({ 'cleanup.policy': 'delete', 'retention.ms': String(days * dayMs) });
