import type { IHeaders } from 'kafkajs';
import { z } from 'zod';
import { decode, type KafkaIncoming, type OutgoingRecord, type StoredRecord } from './envelope.js';
import { parseJson } from '../../messages/parse-json.js';
import { recordSize } from './record-size.js';

type Content = Buffer | string;

/** The header that makes a record a bundle. */
const bundleHeader = 'bundle';
/** The most that a writer puts into one bundle. Beyond a hundred, a larger bundle saves nothing. */
export const maxBundleMessages = 100;
/** The sizes of the single records together. JSON makes six bytes of one at most: the bundle stays below 960 KiB. */
export const maxBundleBytes = 128 * 1024;
/** The most that a reader accepts: it bounds what one record expands to, and leaves room for other writers. */
const maxReadMessages = 1_000;

const newline = 0x0a;

const Text = z.union([z.string(), z.object({ base64: z.base64() })]);
const Part = z.object({
  key: Text.nullable(),
  timestamp: z.int().optional(),
  bytes: z.int().min(0).nullable(),
  headers: z.record(z.string(), z.union([Text, z.array(Text)])).optional(),
});
/** Not empty: a record without messages would never be committed. */
const Parts = z.array(Part).min(1).max(maxReadMessages);
type Text = z.infer<typeof Text>;
type Part = z.infer<typeof Part>;

/** The record is no bundle that a writer of ours could have written. */
export class InvalidBundle extends Error {
  override readonly name = 'InvalidBundle';
}

/**
 * Records of one partition as few records, in order: as bundles within the limits, and single ones as they are. A record
 * that is a bundle already, such as a replayed dead letter, goes as it is.
 */
export function toBundles(records: OutgoingRecord[]): OutgoingRecord[] {
  const bundles: OutgoingRecord[] = [];
  let [first, bytes] = [0, 0];
  records.forEach((record, index) => {
    const size = isBundle(record) ? Infinity : recordSize(record);
    if (index - first === maxBundleMessages || (index > first && bytes + size > maxBundleBytes)) {
      bundles.push(bundle(records.slice(first, index)));
      [first, bytes] = [index, 0];
    }
    bytes += size;
  });
  if (first < records.length) bundles.push(bundle(records.slice(first)));
  return bundles;
}

const isBundle = ({ headers }: OutgoingRecord) => headers?.[bundleHeader] !== undefined;

/**
 * One record of several: their values, each with a newline behind it, as the value, and what else they have as JSON in
 * header `bundle`. One header, because each costs kafkajs 2 µs; JSON, because V8 reads and writes it as fast as lengths
 * in bytes. Key and timestamp are those of the first and the last record. A single record stays as it is.
 */
export function bundle(records: OutgoingRecord[]): OutgoingRecord {
  const [first, last] = [records[0], records.at(-1)];
  if (!first || !last) throw new TypeError('a bundle needs a record');
  if (first === last) return first;
  const record: OutgoingRecord = {
    value: joinValues(records),
    headers: { [bundleHeader]: JSON.stringify(records.map(describePart)) },
  };
  if (first.key !== undefined) record.key = first.key;
  if (last.timestamp !== undefined) record.timestamp = last.timestamp;
  return record;
}

/**
 * The records of a bundle, in order; any other record alone. Their offset is that of the bundle.
 * @throws InvalidBundle when header and value do not fit each other
 */
export function unbundle(record: StoredRecord): StoredRecord[] {
  const header = record.headers?.[bundleHeader];
  if (header === undefined) return [record];
  const parts = parseParts(String(header));
  const value = record.value ?? Buffer.alloc(0);
  const size = parts.reduce((sum, { bytes }) => sum + (bytes ?? 0) + 1, 0);
  if (size !== value.length)
    throw new InvalidBundle(`header ${bundleHeader} describes ${size} bytes, and the value has ${value.length}`);
  let end = -1;
  return parts.map(({ key, timestamp, bytes, headers }, part) => {
    const start = end + 1;
    end = start + (bytes ?? 0);
    return {
      key: key === null ? null : fromText(key),
      value: bytes === null ? null : value.subarray(start, end),
      timestamp: timestamp === undefined ? record.timestamp : String(timestamp),
      headers: headers && headersOf(headers),
      offset: record.offset,
      part,
    };
  });
}

/** The messages of a record. A bundle that is damaged is one message, which cannot be read: it becomes a dead letter. */
export function decodeBundle(topic: string, partition: number, record: StoredRecord): KafkaIncoming[] {
  try {
    return unbundle(record).map((single) => decode(topic, partition, single));
  } catch (bundleError) {
    if (!(bundleError instanceof InvalidBundle)) throw bundleError;
    return [Object.assign(decode(topic, partition, record), { bundleError })];
  }
}

function parseParts(header: string): Part[] {
  const parsed = Parts.safeParse(parseJson(header));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new InvalidBundle(`header ${[bundleHeader, ...(issue?.path ?? [])].join('.')}: ${issue?.message}`);
}

function joinValues(records: OutgoingRecord[]): Buffer {
  const joined = Buffer.allocUnsafe(records.reduce((sum, { value }) => sum + (value?.length ?? 0) + 1, 0));
  let end = 0;
  for (const { value } of records) {
    if (value) end += value.copy(joined, end);
    joined[end++] = newline;
  }
  return joined;
}

function describePart({ key, timestamp, value, headers }: OutgoingRecord): Part {
  return {
    key: key === undefined || key === null ? null : toText(key),
    timestamp: timestamp === undefined ? undefined : Number(timestamp),
    bytes: value?.length ?? null,
    headers: headers && textsOf(headers),
  };
}

const toText = (content: Content): Text =>
  typeof content === 'string' ? content : { base64: content.toString('base64') };
const fromText = (text: Text): Content => (typeof text === 'string' ? text : Buffer.from(text.base64, 'base64'));

function textsOf(headers: IHeaders): Part['headers'] {
  const texts: Part['headers'] = {};
  for (const name in headers) {
    const header = headers[name];
    if (header !== undefined) texts[name] = Array.isArray(header) ? header.map(toText) : toText(header);
  }
  return texts;
}

function headersOf(texts: NonNullable<Part['headers']>): IHeaders {
  const headers: IHeaders = {};
  for (const name in texts) {
    const text = texts[name];
    if (text !== undefined) headers[name] = Array.isArray(text) ? text.map(fromText) : fromText(text);
  }
  return headers;
}
