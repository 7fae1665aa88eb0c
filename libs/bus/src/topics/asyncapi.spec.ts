import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { TopicDescription } from '@tributary/contracts/topics/topic-description';
import { topicCatalog } from '@tributary/contracts/topics/topic-catalog';
import * as definitions from '@tributary/contracts/topics/topics';
import { Ajv } from 'ajv';
import { bundle, unbundle } from '../kafka/records/bundle.js';
import { asyncApiDocument } from './asyncapi.js';
import type { JsonObject } from '@tributary/contracts/rules/json/json-object';

const file = path.join(import.meta.dirname, '../../../../docs/asyncapi.json');

/** A copy of the document that a test may change. */
interface Document extends JsonObject {
  channels: JsonObject;
  components: { messages: Record<string, { payload: JsonObject }> };
}
const aDocument = (): Document => JSON.parse(JSON.stringify(asyncApiDocument(topicCatalog))) as Document;

describe('docs/asyncapi.json', () => {
  it('is what `admin asyncapi` prints', () => {
    expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(asyncApiDocument(topicCatalog), null, 2)}\n`);
  });

  it('describes every topic once, with its dead-letter topic', () => {
    const names = Object.values(definitions)
      .flatMap((one) => ('name' in one ? [one.name] : []))
      .sort();
    expect(topicCatalog.map(({ topic }) => topic.name).sort()).toEqual(names);
    expect(Object.keys(aDocument().channels).sort()).toEqual(names.flatMap((name) => [name, `${name}.dlq`]).sort());
  });
});

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
    expect(topicCatalog.filter(isCompacted)).toHaveLength(3);
  });
});
