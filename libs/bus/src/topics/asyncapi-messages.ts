import type { TopicDescription } from '@tributary/contracts/topics/topic-description';
import { deadLetterTopic } from '@tributary/contracts/topics/topic';
import { z } from 'zod';

export type JsonObject = Record<string, unknown>;

export const bindingVersion = '0.5.0';

const text = (description: string, example: string): JsonObject => ({
  type: 'string',
  description,
  examples: [example],
});

const traceparent = text(
  'W3C trace context of the operation that caused the message, if known. A message that sums up several operations has a header for each.',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
);
const exampleId = '0199f1c6-aa10-7d5c-8e3f-5b7c9d1e2f30';
const ce_id = text('CloudEvents id. A message that is delivered again has the same id.', exampleId);
const ce_time = text(
  'CloudEvents time. Present only when it is more than ten minutes from the record’s timestamp, which is the time otherwise.',
  '2026-11-21T17:00:00.000Z',
);

const deadLetterHeaders: JsonObject = {
  dead_letter_reason: text('Why no handler could process the message.', 'the body is no JSON object'),
  dead_letter_topic: text('The topic of the message.', 'tracking.activity-received.v1'),
  dead_letter_timestamp: text('The record timestamp of the message, epoch milliseconds.', '1795261991709'),
  dead_letter_position: text('Partition and offset of the message.', '3/71'),
};

/** For `components/schemas`. The other CloudEvents attributes are constant per topic and left out. */
export const headerSchemas: JsonObject = {
  headers: { type: 'object', properties: { ce_id, ce_time, traceparent }, required: ['ce_id'] },
  // Handling a state twice changes nothing, so it needs no id.
  'state-headers': { type: 'object', properties: { ce_time, traceparent } },
  'dead-letter-headers': {
    type: 'object',
    properties: { ce_id, ce_time, traceparent, ...deadLetterHeaders },
    required: Object.keys(deadLetterHeaders),
  },
};

const headersRef = (kind: string) => ({ $ref: `#/components/schemas/${kind}` });

/** The AsyncAPI object of a topic's messages. */
export function describeMessage({ topic, key, summary, example }: TopicDescription): JsonObject {
  const isState = topic.retention === 'compact';
  const schema = schemaOf(topic.schema);
  return {
    name: topic.name,
    summary,
    contentType: 'application/json',
    headers: headersRef(isState ? 'state-headers' : 'headers'),
    payload: isState ? { oneOf: [schema, { type: 'null', description: 'Tombstone: the key is deleted.' }] } : schema,
    bindings: { kafka: { key: text(key, example.key), bindingVersion } },
    examples: [{ name: 'example', headers: isState ? {} : { ce_id: exampleId }, payload: example.value }],
  };
}

/** The AsyncAPI object of a topic's dead letters. */
export function describeDeadLetter({ topic, key, example }: TopicDescription): JsonObject {
  return {
    name: deadLetterTopic(topic.name),
    summary: `A message of ${topic.name} that no handler could process: its key, value and headers unchanged, and the reason.`,
    headers: headersRef('dead-letter-headers'),
    payload: { description: 'The value of the message, which need not be JSON.' },
    bindings: { kafka: { key: text(key, example.key), bindingVersion } },
  };
}

/** The schema that consumers validate with: they ignore unknown fields. */
function schemaOf(schema: z.ZodType): JsonObject {
  const { $schema: _draft, ...described } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
  return described;
}
