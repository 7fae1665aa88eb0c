import { deadLetterTopic } from '@tributary/contracts/topics/topic';
import { formatPosition } from '../dead-letters/record-position.js';
import type { KafkaIncoming, OutgoingRecord } from './records/envelope.js';
import type { DeadLetter, DeadLetterSink } from '../messages/incoming.js';
import type { KafkaPublisher } from './kafka.publisher.js';

/**
 * Writes dead letters to `<topic>.dlq`: the record unchanged, with reason, position and timestamp in more headers. A
 * message out of a bundle gets the record that it would have had alone.
 */
export class KafkaDeadLetters implements DeadLetterSink<KafkaIncoming> {
  constructor(private readonly publisher: KafkaPublisher) {}

  async write(deadLetters: DeadLetter<KafkaIncoming>[]): Promise<void> {
    const byTopic = Map.groupBy(deadLetters, ({ message }) => message.topic);
    await Promise.all(
      Array.from(byTopic, ([topic, ofTopic]) => this.publisher.send(deadLetterTopic(topic), ofTopic.map(toRecord))),
    );
  }
}

function toRecord({ message: { topic, position, part, original }, reason }: DeadLetter<KafkaIncoming>): OutgoingRecord {
  return {
    key: original.key,
    value: original.value,
    headers: {
      ...original.headers,
      dead_letter_reason: reason,
      dead_letter_topic: topic,
      // The record's own timestamp is the time of writing, from which Kafka counts its retention.
      dead_letter_timestamp: original.timestamp,
      dead_letter_position: formatPosition(position, part),
    },
  };
}
