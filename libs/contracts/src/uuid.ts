import { hash, randomUUID } from 'node:crypto';

/** A UUIDv7 (RFC 9562): milliseconds since the epoch, then random bits; ids sort by the time they were made. */
export function uuid7(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  // The last 18 characters of a version 4 hold the variant and random bits that version 7 has in the same place.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** A UUIDv8 of the text's SHA-256: equal texts, equal ids. */
export function uuid8(text: string): string {
  const digest = hash('sha256', text, 'hex');
  const variant = ((parseInt(digest.charAt(16), 16) & 0b0011) | 0b1000).toString(16);
  const [low, mid, custom] = [digest.slice(0, 8), digest.slice(8, 12), digest.slice(13, 16)];
  return `${low}-${mid}-8${custom}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}
