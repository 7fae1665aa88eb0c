import { deadLetterTopic } from '@tributary/contracts/topics/topic';
import type { IHeaders, KafkaMessage } from 'kafkajs';
import type { DeadLetterEntry, StoredDeadLetter } from '../../dead-letters/dead-letter-log.js';
import { decode, type OutgoingRecord, type StoredRecord } from './envelope.js';
import { formatPositions, parsePositions } from '../../dead-letters/record-position.js';

const prefix = 'dead_letter_';
/** Marks a replay note: a record that lists which of the dead letters before it were replayed. */
const replayedHeader = `${prefix}replayed`;

/**
 * Reads a record of `<topic>.dlq`: a dead letter of `KafkaDeadLetters`, a replay note, or another producer's record.
 */
export function readDeadLetterRecord(topic: string, partition: number, record: KafkaMessage): DeadLetterEntry {
  const position = { partition, offset: BigInt(record.offset) };
  const headers = record.headers ?? {};
  const replayed = textOf(headers[replayedHeader]);
  if (replayed !== undefined) {
    const positions = parsePositions(replayed);
    return positions ? { replayed: positions } : { damaged: position };
  }
  const { key, id, time, traceparent } = decode(topic, partition, withOriginalAttributes(topic, record));
  const reason = textOf(headers[`${prefix}reason`]) ?? 'no reason given';
  const written = Number(record.timestamp);
  const deadLetter: StoredDeadLetter = { position, id, key, time, reason, written, value: record.value, headers };
  return { deadLetter: traceparent === undefined ? deadLetter : { ...deadLetter, traceparent } };
}

/**
 * The record that replays a message, as it was published. Only its timestamp is new: Kafka deletes records by it. The
 * message's time is in header `ce_time`.
 */
export function replayedRecord({ id, time, key, value, headers = {} }: StoredDeadLetter): OutgoingRecord {
  const original = Object.entries(headers).filter(([name]) => !name.startsWith(prefix));
  return { key, value, headers: { ...Object.fromEntries(original), ce_id: id, ce_time: new Date(time).toISOString() } };
}

/** The replay note that is written after the dead letters have been replayed. */
export const replayNote = (deadLetters: StoredDeadLetter[]): OutgoingRecord => ({
  key: 'replayed',
  value: null,
  headers: { [replayedHeader]: formatPositions(deadLetters.map(({ position }) => position)) },
});

/** Restores the timestamp of the message, and its id: a message without one was known by its first position. */
function withOriginalAttributes(topic: string, record: StoredRecord): StoredRecord {
  const headers: IHeaders = { ...record.headers };
  const position = textOf(headers[`${prefix}position`]);
  headers['ce_id'] ??= position ? `${topic}/${position}` : `${deadLetterTopic(topic)}/${record.offset}`;
  const timestamp = textOf(headers[`${prefix}timestamp`]) ?? record.timestamp;
  return { ...record, headers, timestamp };
}

function textOf(header: IHeaders[string]): string | undefined {
  const first = Array.isArray(header) ? header[0] : header;
  return first === undefined ? undefined : String(first);
}
