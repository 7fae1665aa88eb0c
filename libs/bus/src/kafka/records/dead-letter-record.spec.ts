import { describe, expect, it } from '@jest/globals';
import type { IHeaders, KafkaMessage } from 'kafkajs';
import type { StoredDeadLetter } from '../../dead-letters/dead-letter-log.js';
import { readDeadLetterRecord, replayedRecord, replayNote } from './dead-letter-record.js';

const topic = 'test.pinged.v1';
const happened = Date.UTC(2026, 0, 2);
const written = Date.UTC(2026, 0, 3);
const bytes = Buffer.from([0xff, 0x00, 0x7b]);

/** A dead letter, as `KafkaDeadLetters` writes it for a message with these headers. */
const aRecord = (headers: Record<string, string> = { ce_id: 'i-1', shop: 'x' }) => {
  const own = { dead_letter_reason: 'why', dead_letter_timestamp: `${happened}`, dead_letter_position: '3/7' };
  const all = Object.entries({ ...headers, ...own }).map(([name, value]) => [name, Buffer.from(value)]);
  const record = { key: Buffer.from('k'), value: bytes, offset: '5', timestamp: `${written}`, attributes: 0 };
  return { ...record, headers: Object.fromEntries(all) as IHeaders } as KafkaMessage;
};

const deadLetterOf = (record: KafkaMessage): StoredDeadLetter => {
  const entry = readDeadLetterRecord(topic, 0, record);
  if (!('deadLetter' in entry)) throw new Error('no dead letter');
  return entry.deadLetter;
};

describe('a dead letter on Kafka', () => {
  it('is read as its message with the reason', () => {
    expect(deadLetterOf(aRecord())).toMatchObject({
      position: { partition: 0, offset: 5n },
      id: 'i-1',
      key: 'k',
      time: happened,
      reason: 'why',
      written,
      value: bytes,
    });
  });

  it.each([
    ['its own id', { ce_id: 'i-1' }, 'i-1'],
    ['the id from its first position', {}, 'test.pinged.v1/3/7'],
  ])('is replayed with %s', (_which, headers, id) => {
    const { headers: replayed } = replayedRecord(deadLetterOf(aRecord(headers)));
    expect(replayed).toMatchObject({ ce_id: id });
  });

  it('is replayed byte for byte with its own headers and time, without ours, and with a new timestamp', () => {
    const { key, value, timestamp, headers } = replayedRecord(deadLetterOf(aRecord()));
    expect({ key, value, timestamp }).toEqual({ key: 'k', value: bytes, timestamp: undefined });
    expect(headers).toEqual({ ce_id: 'i-1', ce_time: new Date(happened).toISOString(), shop: Buffer.from('x') });
  });

  it('of another producer is read as one without a reason', () => {
    const record = { ...aRecord(), headers: undefined } as unknown as KafkaMessage;
    expect(deadLetterOf(record)).toMatchObject({
      id: 'test.pinged.v1.dlq/5',
      time: written,
      reason: 'no reason given',
    });
  });

  it('is distinguished from a replay note, and from an invalid replay note', () => {
    const note = (replayed: unknown) => ({ ...aRecord(), headers: { dead_letter_replayed: replayed } }) as KafkaMessage;
    const { headers } = replayNote([deadLetterOf(aRecord())]);
    const replayed = Buffer.from(String(headers?.['dead_letter_replayed']));
    expect(readDeadLetterRecord(topic, 0, note(replayed))).toEqual({ replayed: [{ partition: 0, offset: 5n }] });
    expect(readDeadLetterRecord(topic, 0, note('some'))).toEqual({ damaged: { partition: 0, offset: 5n } });
  });
});
