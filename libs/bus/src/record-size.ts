import type { IHeaders, Message } from 'kafkajs';

/** Most bytes of a record beside its content: lengths, and its place in time and offset. */
const frameBytes = 40;
/** The lengths of a header's name and value. */
const headerFrameBytes = 6;

type Content = Buffer | string | null | undefined;

/** How many bytes Kafka counts for a record, at most. */
export function recordSize({ key, value, headers = {} }: Message): number {
  let size = frameBytes + lengthOf(key) + lengthOf(value);
  for (const name in headers) size += headerSize(name, headers[name]);
  return size;
}

/** A header with several values is written once for each. */
function headerSize(name: string, header: IHeaders[string]): number {
  if (Array.isArray(header)) return header.reduce((sum, value) => sum + headerSize(name, value), 0);
  return headerFrameBytes + Buffer.byteLength(name) + lengthOf(header);
}

function lengthOf(content: Content): number {
  if (typeof content === 'string') return Buffer.byteLength(content);
  return content?.length ?? 0;
}
