import type { Flow } from '@tributary/contracts/flow';
import { deadLetterTopic } from '@tributary/contracts/topic';
import { z } from 'zod';
import type { JsonObject } from './asyncapi.js';

const bindingVersion = '0.5.0';

const text = (description: string, example: string): JsonObject => ({
  type: 'string',
  description,
  examples: [example],
});

const traceparent = text(
  'W3C trace context of what caused the message, if it is known; one header for each when it sums up several.',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
);
const exampleId = '0199f1c6-aa10-7d5c-8e3f-5b7c9d1e2f30';
const ce_id = text('CloudEvents id: a message that comes again has the same.', exampleId);
const ce_time = text(
  'CloudEvents time, where the record’s own timestamp is not the time: when the two are more than ten minutes apart.',
  '2026-11-21T17:00:00.000Z',
);

const deadLetterHeaders: JsonObject = {
  dead_letter_reason: text('Why no handler could process the message.', 'the body is no JSON object'),
  dead_letter_topic: text('Where the message was.', 'tracking.activity-received.v1'),
  dead_letter_timestamp: text('The timestamp of the message, epoch milliseconds.', '1795261991709'),
  dead_letter_position: text('Partition and offset of the message.', '3/71'),
};

/** For `components/schemas`. What CloudEvents wants beside these is the same for all of a topic, and stays out. */
export const headerSchemas: JsonObject = {
  headers: { type: 'object', properties: { ce_id, ce_time, traceparent }, required: ['ce_id'] },
  // A state may come twice: it needs no id.
  'headers-of-a-state': { type: 'object', properties: { ce_time, traceparent } },
  'headers-of-a-dead-letter': {
    type: 'object',
    properties: { ce_id, ce_time, traceparent, ...deadLetterHeaders },
    required: Object.keys(deadLetterHeaders),
  },
};

const headersOf = (kind: string) => ({ $ref: `#/components/schemas/${kind}` });

/** A message as Kafka keeps it. */
export function describeMessage({ topic, key, summary, example }: Flow): JsonObject {
  const isState = topic.retention === 'compact';
  const schema = schemaOf(topic.schema);
  return {
    ...{ name: topic.name, summary, contentType: 'application/json' },
    headers: headersOf(isState ? 'headers-of-a-state' : 'headers'),
    payload: isState ? { oneOf: [schema, { type: 'null', description: 'The end of the key.' }] } : schema,
    bindings: { kafka: { key: text(key, example.key), bindingVersion } },
    examples: [{ name: 'example', headers: isState ? {} : { ce_id: exampleId }, payload: example.value }],
  };
}

/** A message that no handler could process, with the reason. */
export function describeDeadLetter({ topic, key, example }: Flow): JsonObject {
  return {
    name: deadLetterTopic(topic.name),
    summary: `A message of ${topic.name} that no handler could process: key, value and headers as they came, and why.`,
    headers: headersOf('headers-of-a-dead-letter'),
    payload: { description: 'Whatever the message held: it may be no JSON at all.' },
    bindings: { kafka: { key: text(key, example.key), bindingVersion } },
  };
}

/** What consumers accept: fields that they do not know are left aside. */
function schemaOf(schema: z.ZodType): JsonObject {
  const { $schema: _draft, ...described } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
  return described;
}
