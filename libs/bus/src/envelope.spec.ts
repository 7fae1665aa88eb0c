import { describe, expect, it } from '@jest/globals';
import { topic } from '@tributary/contracts/topic';
import fc from 'fast-check';
import type { KafkaMessage } from 'kafkajs';
import { z } from 'zod';
import { decode, EnvelopeEncoder, readJson } from './envelope.js';
import type { Outgoing } from './message.js';

const Ping = z.object({ to: z.string(), body: z.unknown() });
type Ping = z.infer<typeof Ping>;
const pinged = topic({
  name: 'test.pinged.v1',
  schema: Ping,
  key: ({ to }) => to,
  partitions: 3,
  retention: { days: 1 },
});
const encoder = new EnvelopeEncoder('test-app');

/** What a broker would hand back. */
function stored(message: Outgoing<Ping>): KafkaMessage {
  const { key, value, headers } = encoder.encode(pinged, message);
  const bytes = Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, header]) => [name, Buffer.from(header as string)]),
  );
  return {
    key: Buffer.from(key as string),
    value,
    headers: bytes,
    timestamp: '1700000000000',
    offset: '42',
    attributes: 0,
  };
}

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const anOutgoing = fc.record(
  {
    id: fc.string({ minLength: 1, unit: 'grapheme' }),
    value: fc.record({ to: fc.string({ unit: 'grapheme' }), body: fc.jsonValue() }),
    time: fc.integer({ min: 0, max: 4_102_444_800_000 }),
    traceparent: fc.constant(traceparent),
  },
  { requiredKeys: ['id', 'value'] },
);

describe('the envelope', () => {
  it('gives back every attribute and value that went in', () => {
    fc.assert(
      fc.property(anOutgoing, (message) => {
        const received = decode(pinged.name, 1, stored(message));
        expect(readJson(received)).toEqual(JSON.parse(JSON.stringify(message.value)));
        expect(received).toMatchObject({ topic: pinged.name, key: message.value.to, id: message.id });
        expect(received.time).toBe(message.time ?? 1_700_000_000_000);
        expect(received.traceparent).toBe(message.traceparent);
        expect(received.position).toEqual({ partition: 1, offset: 42n });
      }),
    );
  });

  it('writes the headers of the CloudEvents Kafka binding, binary mode', () => {
    const { headers } = stored({ id: 'i-1', time: 0, traceparent, value: { to: 'a', body: 1 } });
    expect(Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]))).toEqual({
      ce_specversion: '1.0',
      ce_id: 'i-1',
      ce_source: 'test-app',
      ce_type: 'test.pinged.v1',
      ce_time: '1970-01-01T00:00:00.000Z',
      'content-type': 'application/json',
      traceparent,
    });
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
    expect(decode('t', 0, record).time).toBe(1_700_000_000_000);
  });

  it('refuses bytes that are no JSON', () => {
    const record = { ...stored({ id: 'i', value: { to: 'a', body: 0 } }), value: Buffer.from('{"a"') } as KafkaMessage;
    expect(() => readJson(decode('t', 0, record))).toThrow(SyntaxError);
  });
});
