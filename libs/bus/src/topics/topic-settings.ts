import { deadLetterTopic } from '@tributary/contracts/topics/topic';
import { dayMs } from '@tributary/contracts/rules/time-units';
import type { AnyTopic } from '../messages/consume.js';

/** The settings with which Kafka creates a topic. */
export interface TopicSettings {
  name: string;
  partitions: number;
  config: Record<string, string>;
}

const mebibyte = 1024 * 1024;
/** Enough time for an operator to find the cause and replay. */
const deadLetterDays = 30;

/** Longer than a process that follows a topic may be cut off from the brokers and still see every tombstone. */
const tombstoneDays = 7;

/** The largest record that the publisher sends. A JSON body of 1 MiB fits as a JSON text with every quote escaped. */
export const maxRecordBytes = 3 * mebibyte;
/** With room for the frame of a request. */
const maxMessageBytes = 4 * mebibyte;
/** A dead letter is its message plus a reason. */
const maxDeadLetterBytes = 5 * mebibyte;

/** The settings of every topic and its dead-letter topic, sorted by name. */
export function topicSettings(topics: Pick<AnyTopic, 'name' | 'partitions' | 'retention'>[]): TopicSettings[] {
  const settings = topics.flatMap(({ name, partitions, retention }) => [
    {
      name,
      partitions,
      config: {
        ...(retention === 'compact' ? compacted : deletedAfter(retention.days)),
        'max.message.bytes': String(maxMessageBytes),
      },
    },
    {
      name: deadLetterTopic(name),
      partitions: 1,
      config: { ...deletedAfter(deadLetterDays), 'max.message.bytes': String(maxDeadLetterBytes) },
    },
  ]);
  return settings.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const compacted = { 'cleanup.policy': 'compact', 'delete.retention.ms': String(tombstoneDays * dayMs) };
const deletedAfter = (days: number) => ({ 'cleanup.policy': 'delete', 'retention.ms': String(days * dayMs) });
