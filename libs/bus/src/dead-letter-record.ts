import { deadLetterTopic } from '@tributary/contracts/topic';
import type { IHeaders, KafkaMessage } from 'kafkajs';
import type { DeadLetterEntry, KeptLetter } from './dead-letter-log.js';
import { decode, type OutgoingRecord } from './envelope.js';
import { formatPlaces, parsePlaces } from './places.js';

const prefix = 'dead_letter_';
/** Of a record among the dead letters that is none itself: which of those before it were replayed. */
const replayedHeader = `${prefix}replayed`;

/** Reads a record of `<topic>.dlq`: one that `KafkaDeadLetters` has written, a note of a replay, or somebody else's. */
export function readDeadLetterRecord(topic: string, partition: number, record: KafkaMessage): DeadLetterEntry {
  const place = { partition, offset: BigInt(record.offset) };
  const headers = record.headers ?? {};
  const replayed = textOf(headers[replayedHeader]);
  if (replayed !== undefined) {
    const places = parsePlaces(replayed);
    return places ? { replayed: places } : { damaged: place };
  }
  const { key, id, time, traceparent } = decode(topic, partition, asItCame(topic, record));
  const reason = textOf(headers[`${prefix}reason`]) ?? 'no reason is given';
  const written = Number(record.timestamp);
  const letter: KeptLetter = { place, id, key, time, reason, written, value: record.value, headers };
  return { letter: traceparent === undefined ? letter : { ...letter, traceparent } };
}

/**
 * The message as it was published, but for its timestamp: Kafka deletes by it, so that of an old message is now and its
 * time a header.
 */
export function replayedRecord({ id, time, key, value, headers = {} }: KeptLetter): OutgoingRecord {
  const original = Object.entries(headers).filter(([name]) => !name.startsWith(prefix));
  return {
    key,
    value,
    headers: { ...Object.fromEntries(original), ce_id: id, ce_time: new Date(time).toISOString() },
  };
}

/** What is written behind letters that were replayed. */
export const replayNote = (letters: KeptLetter[]): OutgoingRecord => ({
  key: 'replayed',
  value: null,
  headers: { [replayedHeader]: formatPlaces(letters.map(({ place }) => place)) },
});

/** With the timestamp that the message had, and the id that its place gave it where it had none of its own. */
function asItCame(topic: string, record: KafkaMessage): KafkaMessage {
  const headers: IHeaders = { ...record.headers };
  const position = textOf(headers[`${prefix}position`]);
  headers['ce_id'] ??= position ? `${topic}/${position}` : `${deadLetterTopic(topic)}/${record.offset}`;
  const timestamp = textOf(headers[`${prefix}timestamp`]) ?? record.timestamp;
  return { ...record, headers, timestamp } as KafkaMessage;
}

function textOf(header: IHeaders[string]): string | undefined {
  const first = Array.isArray(header) ? header[0] : header;
  return first === undefined ? undefined : String(first);
}
