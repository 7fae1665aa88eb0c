import type { JsonObject } from '@tributary/contracts/rules/json/json-object';
import type { TopicDescription } from '@tributary/contracts/topics/topic-description';
import { deadLetterTopic } from '@tributary/contracts/topics/topic';
import { z } from 'zod';

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
const otherExampleId = '0199f1c6-aa11-7a2b-9c4d-1e2f3a4b5c6d';
const exampleTime = 1_795_261_991_709;
const ce_id = text('CloudEvents id. A message that is delivered again has the same id.', exampleId);
const ce_time = text(
  'CloudEvents time. Present only when it is more than ten minutes from the record’s timestamp, which is the time otherwise.',
  '2026-11-21T17:00:00.000Z',
);

const deadLetterHeaders: JsonObject = {
  dead_letter_reason: text('Why no handler could process the message.', 'the body is no JSON object'),
  dead_letter_topic: text('The topic of the message.', 'tracking.activity-received.v1'),
  dead_letter_timestamp: text('The record timestamp of the message, epoch milliseconds.', '1795261991709'),
  dead_letter_position: text('Partition and offset of the message, and its place in a bundle, from 0.', '3/71/4'),
};

const bundle: JsonObject = {
  type: 'string',
  contentMediaType: 'application/json',
  description:
    'JSON: a list with an element for each message, in order, as in schema `bundle-parts`. A record without this header is a ' +
    'single message.',
};

const nullable = (schema: JsonObject, description: string): JsonObject => ({
  oneOf: [schema, { type: 'null' }],
  description,
});
const bundledText: JsonObject = {
  description: 'Text. An object holds bytes that need not be text.',
  oneOf: [
    { type: 'string' },
    { type: 'object', properties: { base64: { type: 'string' } }, required: ['base64'], additionalProperties: false },
  ],
};

/** The content of header `bundle`. */
const bundleParts: JsonObject = {
  type: 'array',
  description:
    'What the records of the messages would have had alone. A writer puts at most 100 messages and 128 KiB into a bundle; ' +
    'readers accept 1,000 messages.',
  minItems: 1,
  maxItems: 1_000,
  items: {
    type: 'object',
    properties: {
      key: nullable(
        bundledText,
        'The key, by which messages are ordered. The record has the key of its first message.',
      ),
      timestamp: { type: 'integer', description: 'Epoch milliseconds. Default: the timestamp of the record.' },
      bytes: nullable(
        { type: 'integer', minimum: 0 },
        'The length of the value, or null for a tombstone. The values are in the value of the record, in order, each with a newline behind it.',
      ),
      headers: {
        type: 'object',
        description: 'As of a single message. Several values of one header are a list.',
        additionalProperties: { oneOf: [bundledText, { type: 'array', items: bundledText }] },
      },
    },
    required: ['key', 'bytes'],
  },
};

/** For `components/schemas`. The other CloudEvents attributes are constant per topic and left out. */
export const headerSchemas: JsonObject = {
  'bundle-headers': { type: 'object', properties: { bundle }, required: ['bundle'] },
  'bundle-parts': bundleParts,
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

/** The name of the AsyncAPI object of bundles. */
export const bundleOf = (topic: string) => `${topic}.bundle`;

/** The AsyncAPI object of a bundled topic's other records. */
export function describeBundle({ topic, key, example }: TopicDescription): JsonObject {
  const value = JSON.stringify(example.value);
  const part = { key: example.key, timestamp: exampleTime, bytes: Buffer.byteLength(value) };
  const parts = [exampleId, otherExampleId].map((ce_id) => Object.assign({}, part, { headers: { ce_id } }));
  return {
    name: bundleOf(topic.name),
    summary:
      `Several messages of ${topic.name} in one record, to be handled in order, each like a record of its own. ` +
      'A consumer that commits the offset of a bundle has handled all of its messages.',
    contentType: 'application/x-ndjson',
    headers: headersRef('bundle-headers'),
    payload: {
      type: 'string',
      description: 'The values of the messages, each with a newline behind it. Header `bundle` has their lengths.',
    },
    bindings: { kafka: { key: text(`${key}, of the first message`, example.key), bindingVersion } },
    examples: [{ name: 'example', headers: { bundle: JSON.stringify(parts) }, payload: `${value}\n`.repeat(2) }],
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

/** A keyword and a format of OpenAPI, which validators of messages do not know. */
function leaveOutOpenApi(schema: { example?: unknown; format?: string }): void {
  delete schema.example;
  if (schema.format === 'int64') delete schema.format;
}

/** The schema that consumers validate with: they ignore unknown fields. */
function schemaOf(schema: z.ZodType): JsonObject {
  const { $schema: _draft, ...described } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    override: ({ jsonSchema }) => leaveOutOpenApi(jsonSchema),
  });
  return described;
}
