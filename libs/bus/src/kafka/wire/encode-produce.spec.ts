import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Message } from 'kafkajs';
import { encodeProduce } from './encode-produce.js';

/** kafkajs's own encoder, as its producer calls it. */
const load = createRequire(import.meta.url);
const produceV7 = load('kafkajs/src/protocol/requests/produce/v7/request') as (parameters: object) => {
  encode(): Promise<{ buffer: Buffer }>;
};
type TopicData = { topic: string; partitions: { partition: number; firstSequence: number; messages: Message[] }[] }[];
const kafkajsBytes = async (topicData: TopicData) =>
  (await produceV7({ acks: -1, timeout: 1_000, topicData }).encode()).buffer;

const aText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);
const aRecord: fc.Arbitrary<Message> = fc.record({
  key: fc.option(aText),
  value: fc.option(aText),
  // kafkajs sorts times as text: with equally many digits that is the order of time.
  timestamp: fc.integer({ min: 1_000_000_000_000, max: 9_999_999_999_999 }).map(String),
  headers: fc.dictionary(
    fc.string({ minLength: 1, maxLength: 20 }).filter((name) => name !== '__proto__'),
    fc.oneof(aText, fc.array(aText, { maxLength: 3 })),
    { maxKeys: 4 },
  ),
});
const someRecords = fc.array(aRecord, { minLength: 1, maxLength: 150 });

describe('a produce request', () => {
  it('has the bytes of kafkajs for any records of any partitions', async () => {
    const topics = fc.dictionary(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.uniqueArray(fc.record({ partition: fc.nat(), messages: someRecords }), {
        minLength: 1,
        maxLength: 3,
        selector: ({ partition }) => partition,
      }),
      { minKeys: 1, maxKeys: 3 },
    );
    await fc.assert(
      fc.asyncProperty(topics, async (records) => {
        const names = Object.keys(records);
        const ours = encodeProduce(
          1_000,
          names.flatMap((topic) =>
            (records[topic] ?? []).map(({ partition, messages }) => ({ topic, partition, records: messages })),
          ),
        );
        const theirs = await kafkajsBytes(
          names.map((topic) => ({
            topic,
            partitions: (records[topic] ?? []).map((each) => ({ firstSequence: 0, ...each })),
          })),
        );
        expect(ours.equals(theirs)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('has other bytes for another record (control)', async () => {
    const requestOf = (value: string) => [
      { topic: 't', partition: 0, records: [{ value, timestamp: '1700000000000' }] },
    ];
    const messages = [{ value: 'a', timestamp: '1700000000000' }];
    const theirs = await kafkajsBytes([{ topic: 't', partitions: [{ partition: 0, firstSequence: 0, messages }] }]);
    expect(encodeProduce(1_000, requestOf('a')).equals(theirs)).toBe(true);
    expect(encodeProduce(1_000, requestOf('b')).equals(theirs)).toBe(false);
  });

  it('has the bytes of kafkajs for a value of a MiB, and many records', async () => {
    const messages = Array.from({ length: 3_000 }, (_, i) => ({
      key: `k-${i}`,
      value: i === 7 ? Buffer.alloc(1024 * 1024, 'x') : Buffer.from(`{"step":${i}}`),
      timestamp: String(1_700_000_000_000 + (i % 5) * 3_600_000),
      headers: { ce_id: `id-${i}` },
    }));
    const ours = encodeProduce(1_000, [{ topic: 't', partition: 0, records: messages }]);
    const theirs = await kafkajsBytes([{ topic: 't', partitions: [{ partition: 0, firstSequence: 0, messages }] }]);
    expect(ours.equals(theirs)).toBe(true);
  });
});
