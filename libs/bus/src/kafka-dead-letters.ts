import { deadLetterTopic } from '@tributary/contracts/topic';
import type { KafkaIncoming, OutgoingRecord } from './envelope.js';
import { groupBy } from './group-by.js';
import type { DeadLetter, DeadLetterSink } from './incoming.js';
import type { KafkaPublisher } from './kafka-publisher.js';

/** Puts dead letters on `<topic>.dlq`: key, value and headers as they came; reason, place and timestamp in further headers. */
export class KafkaDeadLetters implements DeadLetterSink<KafkaIncoming> {
  constructor(private readonly publisher: KafkaPublisher) {}

  async write(letters: DeadLetter<KafkaIncoming>[]): Promise<void> {
    const byTopic = groupBy(letters, ({ message }) => message.topic);
    await Promise.all(
      Array.from(byTopic, ([topic, ofTopic]) => this.publisher.send(deadLetterTopic(topic), ofTopic.map(toRecord))),
    );
  }
}

function toRecord({ message: { topic, position, original }, reason }: DeadLetter<KafkaIncoming>): OutgoingRecord {
  return {
    key: original.key,
    value: original.value,
    headers: {
      ...original.headers,
      dead_letter_reason: reason,
      dead_letter_topic: topic,
      // The letter's own timestamp is when it was written: its topic counts retention from there.
      dead_letter_timestamp: original.timestamp,
      dead_letter_position: `${position?.partition}/${position?.offset}`,
    },
  };
}
