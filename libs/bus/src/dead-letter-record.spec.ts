import { describe, expect, it } from '@jest/globals';
import type { IHeaders, KafkaMessage } from 'kafkajs';
import type { KeptLetter } from './dead-letter-log.js';
import { readDeadLetterRecord, replayedRecord, replayNote } from './dead-letter-record.js';

const topic = 'test.pinged.v1';
const happened = Date.UTC(2026, 0, 2);
const written = Date.UTC(2026, 0, 3);
const bytes = Buffer.from([0xff, 0x00, 0x7b]);

/** A record of the dead letters, as `KafkaDeadLetters` writes it of a message with these headers. */
const aRecord = (headers: Record<string, string> = { ce_id: 'i-1', shop: 'x' }) => {
  const own = { dead_letter_reason: 'why', dead_letter_timestamp: `${happened}`, dead_letter_position: '3/7' };
  const all = Object.entries({ ...headers, ...own }).map(([name, value]) => [name, Buffer.from(value)]);
  const record = { key: Buffer.from('k'), value: bytes, offset: '5', timestamp: `${written}`, attributes: 0 };
  return { ...record, headers: Object.fromEntries(all) as IHeaders } as KafkaMessage;
};

const letterOf = (record: KafkaMessage): KeptLetter => {
  const entry = readDeadLetterRecord(topic, 0, record);
  if (!('letter' in entry)) throw new Error('no letter');
  return entry.letter;
};

describe('a dead letter on Kafka', () => {
  it('is its message with the reason', () => {
    expect(letterOf(aRecord())).toMatchObject({
      ...{ place: { partition: 0, offset: 5n }, id: 'i-1', key: 'k', time: happened },
      ...{ reason: 'why', written, value: bytes },
    });
  });

  it.each([
    ['its own id', { ce_id: 'i-1' }, 'i-1'],
    ['the id that its first place gave it', {}, 'test.pinged.v1/3/7'],
  ])('keeps %s', (_which, headers, id) => {
    const { headers: replayed } = replayedRecord(letterOf(aRecord(headers)));
    expect(replayed).toMatchObject({ ce_id: id });
  });

  it('is replayed byte for byte, with its headers and time and none of ours, and a timestamp of now', () => {
    const { key, value, timestamp, headers } = replayedRecord(letterOf(aRecord()));
    expect({ key, value, timestamp }).toEqual({ key: 'k', value: bytes, timestamp: undefined });
    expect(headers).toEqual({ ce_id: 'i-1', ce_time: new Date(happened).toISOString(), shop: Buffer.from('x') });
  });

  it('of somebody else is one without a reason', () => {
    const record = { ...aRecord(), headers: undefined } as unknown as KafkaMessage;
    expect(letterOf(record)).toMatchObject({ id: 'test.pinged.v1.dlq/5', time: written, reason: 'no reason is given' });
  });

  it('is told apart from a note that letters were replayed, and from a note that is none', () => {
    const note = (replayed: unknown) => ({ ...aRecord(), headers: { dead_letter_replayed: replayed } }) as KafkaMessage;
    const { headers } = replayNote([letterOf(aRecord())]);
    const replayed = Buffer.from(String(headers?.['dead_letter_replayed']));
    expect(readDeadLetterRecord(topic, 0, note(replayed))).toEqual({ replayed: [{ partition: 0, offset: 5n }] });
    expect(readDeadLetterRecord(topic, 0, note('some'))).toEqual({ damaged: { partition: 0, offset: 5n } });
  });
});
