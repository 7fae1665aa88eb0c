import { deadLetterTopic } from '@tributary/contracts/topic';
import type { AnyTopic } from './consume.js';

/** A topic as Kafka is told of it. */
export interface TopicSettings {
  name: string;
  partitions: number;
  config: Record<string, string>;
}

const dayMs = 24 * 60 * 60 * 1_000;
const mebibyte = 1024 * 1024;
/** Long enough for somebody to look at what went wrong and publish it again. */
const deadLetterDays = 30;

/** Largest record that the publisher sends: a JSON body of 1 MiB as a JSON text of its own, every quote escaped, and more. */
export const maxRecordBytes = 3 * mebibyte;
/** Room for the frame of a request. */
const maxMessageBytes = 4 * mebibyte;
/** A dead letter is its message with a reason on top. */
const maxDeadLetterBytes = 5 * mebibyte;

/** Every topic and its dead-letter topic, sorted by name. */
export function topicSettings(topics: Pick<AnyTopic, 'name' | 'partitions' | 'retention'>[]): TopicSettings[] {
  const settings = topics.flatMap(({ name, partitions, retention }) => [
    {
      ...{ name, partitions },
      config: {
        ...(retention === 'compact' ? { 'cleanup.policy': 'compact' } : keptFor(retention.days)),
        ...atMost(maxMessageBytes),
      },
    },
    {
      ...{ name: deadLetterTopic(name), partitions: 1 },
      config: { ...keptFor(deadLetterDays), ...atMost(maxDeadLetterBytes) },
    },
  ]);
  return settings.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const keptFor = (days: number) => ({ 'cleanup.policy': 'delete', 'retention.ms': String(days * dayMs) });

const atMost = (bytes: number) => ({ 'max.message.bytes': String(bytes) });
