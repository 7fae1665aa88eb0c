import { createHash, randomUUID } from 'node:crypto';

/** A UUIDv7 (RFC 9562): milliseconds since the epoch, then random bits; ids sort by the time they were made. */
export function uuid7(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  // The last 18 characters of a version 4 hold the variant and random bits that version 7 has in the same place.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** A UUIDv8 of the text's SHA-256: equal texts, equal ids. */
export function uuid8(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
