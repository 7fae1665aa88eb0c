import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Parser } from '@asyncapi/parser';
import { describe, expect, it } from '@jest/globals';
import type { TopicDescription } from '@tributary/contracts/topics/topic-description';
import { topicCatalog } from '@tributary/contracts/topics/topic-catalog';
import { topics } from '@tributary/contracts/topics/topics';
import { Ajv } from 'ajv';
import { bundle, unbundle } from '../kafka/records/bundle.js';
import { asyncApiDocument } from './asyncapi.js';
import type { JsonObject } from './asyncapi-messages.js';

const file = path.join(import.meta.dirname, '../../../../docs/asyncapi.json');
/** The parser takes seconds, and many on a busy machine. */
const parserTimeoutMs = 120_000;

/** All findings of AsyncAPI's own parser, hints included. */
async function findings(document: JsonObject): Promise<string[]> {
  const found = await new Parser().validate(JSON.stringify(document));
  return found.map(({ code, path, message }) => `${code} at ${path.join('/')}: ${message}`);
}

/** A copy of the document that a test may change. */
interface Document extends JsonObject {
  channels: Record<string, { messages: { message: { $ref: string } } }>;
  operations: Record<string, { action: string; messages: { $ref: string }[] }>;
  components: { messages: Record<string, { payload: JsonObject }> };
}
const aDocument = (): Document => JSON.parse(JSON.stringify(asyncApiDocument(topicCatalog))) as Document;

describe('docs/asyncapi.json', () => {
  it('is what `admin asyncapi` prints', () => {
    expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(asyncApiDocument(topicCatalog), null, 2)}\n`);
  });

  it('describes every topic once, with its dead-letter topic', () => {
    const names = topics.map(({ name }) => name).sort();
    expect(topicCatalog.map(({ topic }) => topic.name).sort()).toEqual(names);
    expect(Object.keys(aDocument().channels).sort()).toEqual(names.flatMap((name) => [name, `${name}.dlq`]).sort());
  });

  it(
    'is valid AsyncAPI 3, without findings',
    async () => expect(await findings(aDocument())).toEqual([]),
    parserTimeoutMs,
  );
});

describe('the validation by AsyncAPI’s parser', () => {
  it.each<[string, (document: Document) => void]>([
    ['a broken reference', ({ channels }) => breakReference(channels)],
    ['an unknown action', ({ operations }) => void (firstOf(operations).action = 'forward')],
    ['a message of another channel', ({ operations }) => swapMessage(operations)],
  ])(
    'finds %s',
    async (_case, change) => {
      const document = aDocument();
      change(document);
      expect(await findings(document)).not.toEqual([]);
    },
    parserTimeoutMs,
  );
});

function firstOf<Value>(record: Record<string, Value>): Value {
  const [first] = Object.values(record);
  if (first === undefined) throw new Error('the record is empty');
  return first;
}
const breakReference = (channels: Document['channels']) =>
  void (firstOf(channels).messages.message.$ref = '#/components/messages/none');
function swapMessage(operations: Document['operations']): void {
  const last = Object.values(operations).at(-1);
  if (last) firstOf(operations).messages = last.messages;
}

describe('an example', () => {
  const ajv = new Ajv();

  it.each(topicCatalog.map((description) => [description.topic.name, description] as const))(
    'of %s is a message that consumers accept',
    (name, { topic, example }) => {
      const { payload } = aDocument().components.messages[name] ?? {};
      expect(topic.schema.safeParse(example.value)).toEqual({ success: true, data: example.value });
      expect(ajv.validate(payload ?? false, example.value)).toBe(true);
      // Negative control: the documented schema does not accept everything.
      expect(ajv.validate(payload ?? false, { unknown: true })).toBe(false);
    },
  );
});

describe('a bundle', () => {
  interface Bundle {
    examples: { headers: { bundle: string }; payload: string }[];
  }
  const { messages, schemas } = aDocument().components as Document['components'] & { schemas: JsonObject };
  const isParts = new Ajv().compile(schemas['bundle-parts'] as JsonObject);
  const bundled = topicCatalog.filter(({ topic }) => topic.bundled);

  it('is described of every bundled topic, with an example that consumers read as messages', () => {
    expect(bundled.length).toBeGreaterThan(0);
    // Compaction would keep the last bundle of a key.
    expect(bundled.filter(({ topic }) => topic.retention === 'compact')).toEqual([]);
    for (const { topic, example } of bundled) {
      const { examples } = messages[`${topic.name}.bundle`] as unknown as Bundle;
      const [{ headers, payload } = { headers: { bundle: '' }, payload: '' }] = examples;
      const record = { key: null, value: Buffer.from(payload), headers, timestamp: '0', offset: '0' };
      const read = unbundle(record).map(({ key, value }) => ({ key, value: JSON.parse(String(value)) as unknown }));
      expect(read).toEqual([example, example]);
      expect(isParts(JSON.parse(headers.bundle))).toBe(true);
    }
  });

  it('has parts as documented, of texts and of bytes', () => {
    const record = (key: string | Buffer | null, value: Buffer | null) => ({
      key,
      value,
      headers: { a: ['b', key ?? ''] },
    });
    const { headers } = bundle([record('k', Buffer.from('{}')), record(Buffer.from([0xff]), null), record(null, null)]);
    const parts = JSON.parse(String(headers?.['bundle'])) as object[];
    expect(isParts(parts)).toBe(true);
    expect(isParts([...parts, { key: 1, bytes: 0 }])).toBe(false);
  });
});

describe('a compacted topic', () => {
  const isCompacted = ({ topic }: TopicDescription) => topic.retention === 'compact';

  it('accepts tombstones, and no other topic does', () => {
    const ajv = new Ajv();
    const { messages } = aDocument().components;
    for (const description of topicCatalog)
      expect(ajv.validate(messages[description.topic.name]?.payload ?? false, null)).toBe(isCompacted(description));
    expect(topicCatalog.filter(isCompacted)).toHaveLength(2);
  });
});
