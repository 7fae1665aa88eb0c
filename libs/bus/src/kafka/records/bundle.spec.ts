import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { IHeaders } from 'kafkajs';
import { bundle, InvalidBundle, maxBundleBytes, maxBundleMessages, toBundles, unbundle } from './bundle.js';
import type { OutgoingRecord, StoredRecord } from './envelope.js';
import { recordSize } from './record-size.js';

const aBuffer = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
const aText = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), aBuffer);
// kafkajs itself cannot read a header of this name.
const aName = fc.string({ minLength: 1, maxLength: 20 }).filter((name) => name !== '__proto__' && name !== 'bundle');
const aRecord: fc.Arbitrary<OutgoingRecord> = fc.record(
  {
    key: fc.option(aText),
    value: fc.oneof(
      aBuffer,
      fc.json().map((json) => Buffer.from(json)),
      fc.constant(null),
    ),
    timestamp: fc.integer({ min: 0, max: 4_102_444_800_000 }).map(String),
    headers: fc.dictionary(aName, fc.oneof(aText, fc.array(aText, { maxLength: 3 })), { maxKeys: 4 }),
  },
  { requiredKeys: ['key', 'value', 'timestamp'] },
);

/** The message as a broker would return it. */
function stored({ key, value, headers, timestamp }: OutgoingRecord): StoredRecord {
  const toBytes = (content: Buffer | string) => (typeof content === 'string' ? Buffer.from(content) : content);
  const bytes: IHeaders = {};
  for (const [name, header] of Object.entries(headers ?? {}))
    if (header !== undefined) bytes[name] = Array.isArray(header) ? header.map(toBytes) : toBytes(header);
  const keyBytes = key === null || key === undefined ? null : toBytes(key);
  return { key: keyBytes, value, headers: bytes, timestamp: timestamp ?? '0', offset: '7' };
}

/** Texts and bytes alike, as consumers see them. */
function seen({ key, value, headers = {}, timestamp }: OutgoingRecord | StoredRecord) {
  const hex = (content: Buffer | string | null | undefined) =>
    content === null || content === undefined ? null : Buffer.from(content as string).toString('hex');
  const listed = Object.entries(headers).map(([name, header]) => [
    name,
    Array.isArray(header) ? header.map(hex) : hex(header),
  ]);
  return { key: hex(key), value: hex(value), headers: listed, timestamp };
}

const message = (number: number, change: Partial<OutgoingRecord> = {}): OutgoingRecord => ({
  key: `1|${number}`,
  value: Buffer.from(`{"number":${number}}`),
  timestamp: String(1_000 + number),
  headers: { ce_id: `id-${number}` },
  ...change,
});

describe('a bundle', () => {
  it('gives back the records that went in, in order, with their keys, values, times and headers', () => {
    fc.assert(
      fc.property(fc.array(aRecord, { minLength: 2, maxLength: 12 }), (records) => {
        const read = unbundle(stored(bundle(records)));
        expect(read.map(seen)).toEqual(records.map(seen));
        expect(read.map(({ offset, part }) => [offset, part])).toEqual(records.map((_, part) => ['7', part]));
      }),
    );
  });

  it('of several traces keeps each of them', () => {
    const [read] = unbundle(stored(bundle([message(1, { headers: { traceparent: ['a', 'b'] } }), message(2)])));
    expect(read?.headers).toEqual({ traceparent: ['a', 'b'] });
  });

  it('is readable as it lies in Kafka: a JSON header, and a message on each line', () => {
    const { key, value, headers, timestamp } = bundle([message(1), message(2)]);
    expect({ key, timestamp, value: String(value) }).toEqual({
      key: '1|1',
      timestamp: '1002',
      value: '{"number":1}\n{"number":2}\n',
    });
    expect(JSON.parse(String(headers?.['bundle']))).toEqual([
      { key: '1|1', timestamp: 1001, bytes: 12, headers: { ce_id: 'id-1' } },
      { key: '1|2', timestamp: 1002, bytes: 12, headers: { ce_id: 'id-2' } },
    ]);
  });

  it('of one record is that record, and a record of another kind is itself', () => {
    const single = message(1);
    expect(bundle([single])).toBe(single);
    const record = stored(single);
    expect(unbundle(record)).toEqual([record]);
    expect(() => bundle([])).toThrow(TypeError);
  });
});

describe('records that wait for a partition', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 250 });

  it('become bundles within the limits, in order, and none more than it takes', () => {
    fc.assert(
      fc.property(sizes, (bytes) => {
        const records = bytes.map((length, number) => message(number, { value: Buffer.alloc(length) }));
        const bundles = toBundles(records).map((record) => unbundle(stored(record)));
        expect(bundles.flat().map(seen)).toEqual(records.map(seen));
        const sizeOf = (parts: StoredRecord[]) => parts.reduce((sum, part) => sum + recordSize(part), 0);
        for (const [index, parts] of bundles.entries()) {
          expect(parts.length).toBeLessThanOrEqual(maxBundleMessages);
          expect(sizeOf(parts)).toBeLessThanOrEqual(maxBundleBytes);
          const next = bundles[index + 1]?.[0];
          if (next) expect(parts.length === maxBundleMessages || sizeOf([...parts, next]) > maxBundleBytes).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('stay below the size of a request, even if JSON escapes every byte', () => {
    const worst = '\u0001'.repeat(maxBundleBytes / 4 - 100);
    const records = [1, 2, 3, 4].map((number) => message(number, { key: worst, headers: {} }));
    const [only, ...others] = toBundles(records);
    expect(others).toEqual([]);
    expect(only && recordSize(only)).toBeLessThan(960 * 1024);
  });

  it('go as they are when they are bundles already', () => {
    const replayed = bundle([message(2), message(3)]);
    const records = [message(1), replayed, message(4), message(5)];
    expect(toBundles(records)).toEqual([message(1), replayed, bundle([message(4), message(5)])]);
  });

  it('goes alone when it is larger than a bundle', () => {
    const large = message(2, { value: Buffer.alloc(maxBundleBytes) });
    const records = [message(1), large, message(3)];
    expect(toBundles(records)).toEqual(records);
  });
});

describe('a record that is no bundle although it says so', () => {
  const good = stored(bundle([message(1), message(2)]));
  const withHeader = (header: string, value = good.value) => ({
    ...good,
    value,
    headers: { bundle: Buffer.from(header) },
  });
  const part = (change: object = {}) => JSON.stringify([{ key: null, bytes: 12, ...change }]);

  it.each([
    ['a header that is no JSON', withHeader('{'), 'header bundle: '],
    ['a header that is no list', withHeader('{}'), 'header bundle: '],
    ['a length that is no number', withHeader(part({ bytes: '12' })), 'header bundle.0.bytes: '],
    ['a negative length', withHeader(part({ bytes: -1 })), 'header bundle.0.bytes: '],
    ['a key that is a number', withHeader(part({ key: 1 })), 'header bundle.0.key: '],
    ['a header that is a number', withHeader(part({ headers: { ce_id: 1 } })), 'header bundle.0.headers.ce_id: '],
    ['fewer bytes than described', withHeader(part({ bytes: 999 })), 'header bundle describes 1000 bytes, and the'],
    ['more bytes than described', withHeader(part()), 'header bundle describes 13 bytes, and the value has 26'],
    ['no messages', withHeader('[]', Buffer.alloc(0)), 'header bundle: '],
    ['no value', withHeader(part(), null), 'header bundle describes 13 bytes, and the value has 0'],
    ['too many messages', withHeader(JSON.stringify(Array(1_001).fill({}))), 'header bundle: '],
  ])('is refused for %s', (_case, record, text) => {
    expect(() => unbundle(record)).toThrow(InvalidBundle);
    expect(() => unbundle(record)).toThrow(text);
  });

  it('gives one short error or its parts, however it is damaged', () => {
    const damaged = fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }), isHeader: fc.boolean() });
    fc.assert(
      fc.property(damaged, fc.nat(), ({ at, byte, isHeader }, cut) => {
        const header = Buffer.from(good.headers?.['bundle'] as Buffer);
        const value = Buffer.from(good.value ?? '');
        const target = isHeader ? header : value;
        target[at % target.length] = byte;
        const record = { ...good, value: value.subarray(0, cut % (value.length + 1)), headers: { bundle: header } };
        try {
          expect(unbundle(record).length).toBeLessThanOrEqual(2);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidBundle);
          expect((error as Error).message.length).toBeLessThan(200);
        }
      }),
    );
  });
});
