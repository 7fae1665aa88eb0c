import { describe, expect, it } from '@jest/globals';
import { topic } from '@tributary/contracts/topics/topic';
import fc from 'fast-check';
import type { KafkaMessage } from 'kafkajs';
import { z } from 'zod';
import { decode, encode, readJson } from './envelope.js';
import type { Outgoing } from '../../messages/message.js';

const Ping = z.object({ to: z.string(), body: z.unknown() });
type Ping = z.infer<typeof Ping>;
const pinged = topic({
  name: 'test.pinged.v1',
  schema: Ping,
  key: ({ to }) => to,
  partitions: 3,
  retention: { days: 1 },
});
const compacted = topic({ ...pinged, retention: 'compact' });

/** The message as a broker would return it. */
function stored(message: Outgoing<Ping>, of = pinged): KafkaMessage {
  const { key, value, headers, timestamp } = encode(of, message);
  const toBytes = (header: unknown) => Buffer.from(header as string);
  const bytes = Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, header]) => [
      name,
      Array.isArray(header) ? header.map(toBytes) : toBytes(header),
    ]),
  );
  return {
    key: Buffer.from(key as string),
    value,
    headers: bytes,
    timestamp: timestamp ?? '',
    offset: '42',
    attributes: 0,
  };
}

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const namesOf = ({ headers }: KafkaMessage) => Object.keys(headers ?? {});
const minuteMs = 60_000;
const anOutgoing = fc.record(
  {
    id: fc.string({ minLength: 1, unit: 'grapheme' }),
    value: fc.record({ to: fc.string({ unit: 'grapheme' }), body: fc.jsonValue() }),
    time: fc.oneof(
      fc.integer({ min: 0, max: 4_102_444_800_000 }),
      fc.integer({ min: -15 * minuteMs, max: 15 * minuteMs }).map((drift) => Date.now() + drift),
    ),
    traceparent: fc.constant(traceparent),
  },
  { requiredKeys: ['id', 'value'] },
);

describe('the envelope', () => {
  it('gives back every attribute and value that went in', () => {
    fc.assert(
      fc.property(anOutgoing, (message) => {
        const start = Date.now();
        const received = decode(pinged.name, 1, stored(message));
        expect(readJson(received)).toEqual(JSON.parse(JSON.stringify(message.value)));
        expect(received).toMatchObject({ topic: pinged.name, key: message.value.to, id: message.id });
        if (message.time === undefined) expect(received.time).toBeGreaterThanOrEqual(start);
        else expect(received.time).toBe(message.time);
        expect(received.traceparent).toBe(message.traceparent);
        expect(received.position).toEqual({ partition: 1, offset: 42n });
      }),
    );
  });

  it('writes what is JSON already byte for byte, with the key that it brings', () => {
    const json = '{ "to": "b", "body": 12345678901234567890.0 }';
    const record = stored({ id: 'i-1', key: 'a', json });
    expect([String(record.key), String(record.value)]).toEqual(['a', json]);
  });

  it('writes a header for each of several traces, and gives all of them back', () => {
    const several = [traceparent, traceparent.replace('4bf9', '5bf9')];
    const record = stored({ id: 'i-1', traceparent: several.join(), value: { to: 'a', body: 1 } });
    expect(record.headers?.['traceparent']).toEqual(several.map((one) => Buffer.from(one)));
    expect(decode(pinged.name, 1, record).traceparent).toBe(several.join());
  });

  it('writes no header that is the same for all of a topic', () => {
    const record = stored({ id: 'i-1', time: Date.now(), traceparent, value: { to: 'a', body: 1 } });
    expect(record.headers).toEqual({ ce_id: Buffer.from('i-1'), traceparent: Buffer.from(traceparent) });
  });

  it('gives a compacted topic no ids: the place in Kafka is the id there', () => {
    for (const message of [{ value: { to: 'a', body: 1 } }, { key: 'a', value: null }]) {
      const record = stored({ id: 'i-1', ...message }, compacted);
      expect(record.headers).toEqual({});
      expect(decode(compacted.name, 1, record).id).toBe('test.pinged.v1/1/42');
    }
  });

  it.each([
    ['a moment ago', -9 * minuteMs, ['ce_id']],
    ['in a moment', 9 * minuteMs, ['ce_id']],
    ['long ago', -11 * minuteMs, ['ce_id', 'ce_time']],
    ['far ahead, which Kafka would refuse', 11 * minuteMs, ['ce_id', 'ce_time']],
  ])('keeps the time of what happened %s', (_when, drift, names) => {
    const [now, time] = [Date.now(), Date.now() + drift];
    const record = stored({ id: 'i-1', time, value: { to: 'a', body: 1 } });
    expect([namesOf(record), decode(pinged.name, 0, record).time]).toEqual([names, time]);
    if (names.includes('ce_time')) expect(Number(record.timestamp)).toBeGreaterThanOrEqual(now);
  });

  it('refuses a time that is none, before Kafka does', () => {
    expect(() => encode(pinged, { id: 'i-1', time: NaN, value: { to: 'a', body: 1 } })).toThrow(RangeError);
  });

  it('reads all the headers of the CloudEvents Kafka binding, binary mode', () => {
    const headers = {
      ce_specversion: '1.0',
      ce_id: 'i-1',
      ce_source: 'test-app',
      ce_type: 'test.pinged.v1',
      ce_time: '1970-01-01T00:00:00.005Z',
      'content-type': 'application/json',
      traceparent,
    };
    const record = { ...stored({ id: 'i-2', value: { to: 'a', body: 1 } }), headers } as KafkaMessage;
    expect(decode(pinged.name, 1, record)).toMatchObject({ id: 'i-1', time: 5, traceparent, key: 'a' });
  });

  it('ends a key with a tombstone', () => {
    const record = stored({ id: 'i-1', key: 'a', value: null });
    expect(record.value).toBeNull();
    expect(readJson(decode(pinged.name, 0, record))).toBeNull();
    expect(String(record.key)).toBe('a');
  });

  it('names a record of a foreign producer by its place', () => {
    const record = {
      key: null,
      value: Buffer.from('1'),
      timestamp: '5',
      offset: '7',
      attributes: 0,
      headers: {},
    } as KafkaMessage;
    expect(decode('t', 2, record)).toMatchObject({ id: 't/2/7', key: '', time: 5 });
  });

  it('takes the record timestamp for a ce_time that is no date', () => {
    const record = {
      ...stored({ id: 'i', value: { to: 'a', body: 0 } }),
      headers: { ce_time: 'yesterday' },
    } as KafkaMessage;
    expect(decode('t', 0, record).time).toBe(Number(record.timestamp));
  });

  it('refuses bytes that are no JSON', () => {
    const record = { ...stored({ id: 'i', value: { to: 'a', body: 0 } }), value: Buffer.from('{"a"') } as KafkaMessage;
    expect(() => readJson(decode('t', 0, record))).toThrow(SyntaxError);
  });
});
