import { hash, randomUUID } from 'node:crypto';

/** A UUIDv7 (RFC 9562): milliseconds since the epoch, then random bits. Ids sort by their creation time. */
export function uuid7(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  // The last 18 characters of a version 4 UUID are the variant and random bits, exactly as in version 7.
  return flat(`${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`);
}

/** A UUIDv8 from the text's SHA-256: equal texts have equal ids. */
export function uuid8(text: string): string {
  const digest = hash('sha256', text, 'hex');
  const variant = ((parseInt(digest.charAt(16), 16) & 0b0011) | 0b1000).toString(16);
  return uuidOf(`${digest.slice(0, 12)}8${digest.slice(13, 16)}${variant}${digest.slice(17, 32)}`);
}

/**
 * UUIDv8s for the numbers from 0 to 2^48 - 1, with the text's SHA-256 as prefix: deterministic, and sorted by number.
 */
export function uuid8Series(text: string): (number: number) => string {
  const start = uuid8(text).slice(0, -12);
  return (number) => flat(start + number.toString(16).padStart(12, '0'));
}

/** 32 hexadecimal digits as PostgreSQL writes a UUID. */
export const uuidOf = (hex: string): string =>
  flat(`${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`);

/** Copies a string. V8 keeps a concatenated string as its parts, which take six times its size, and ids live long. */
const flat = (text: string) => Buffer.from(text, 'latin1').toString('latin1');
