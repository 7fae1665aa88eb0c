import type { IHeaders, Message } from 'kafkajs';

/** The most bytes of a record in addition to its content: lengths, and deltas of timestamp and offset. */
const frameBytes = 40;
/** The lengths of a header's name and value. */
const headerFrameBytes = 6;

type Content = Buffer | string | null | undefined;

/** The most bytes that Kafka counts for a record. */
export function recordSize({ key, value, headers = {} }: Message): number {
  let size = frameBytes + lengthOf(key) + lengthOf(value);
  for (const name in headers) size += headerSize(name, headers[name]);
  return size;
}

/** Kafka stores a header with several values as several headers. */
function headerSize(name: string, header: IHeaders[string]): number {
  if (Array.isArray(header)) return header.reduce((sum, value) => sum + headerSize(name, value), 0);
  return headerFrameBytes + Buffer.byteLength(name) + lengthOf(header);
}

function lengthOf(content: Content): number {
  if (typeof content === 'string') return Buffer.byteLength(content);
  return content?.length ?? 0;
}
