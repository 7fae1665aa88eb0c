import { deadLetterTopic } from '@tributary/contracts/topic';
import type { KafkaIncoming } from './envelope.js';
import { groupBy } from './group-by.js';
import type { DeadLetter, DeadLetterSink } from './incoming.js';
import type { KafkaPublisher, OutgoingRecord } from './kafka-publisher.js';

/** Puts dead letters on `<topic>.dlq`: key, value and headers as they came, the reason and the place in further headers. */
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
      dead_letter_position: `${position?.partition}/${position?.offset}`,
    },
  };
}
