import { createHash } from 'node:crypto';
import { badData } from '@tributary/contracts/errors';
import { v7 } from 'uuid';

/** Longest Idempotency-Key, characters. */
const maxIdempotencyKey = 255;

/** The id under which an activity is stored once per datamart: the client's own if it gave one, so that a resend is harmless. */
export function activityId(uniqueKey: string | null | undefined, idempotencyKey: string | undefined): string {
  if (uniqueKey != null) return uniqueKey.toLowerCase();
  if (idempotencyKey === undefined || idempotencyKey === '') return v7();
  if (idempotencyKey.length > maxIdempotencyKey)
    throw badData(`Idempotency-Key: must not exceed ${maxIdempotencyKey} characters`);
  return uuid8(`idempotency-key\n${idempotencyKey}`);
}

/** A UUIDv8 (RFC 9562) of the text's SHA-256: equal texts, equal ids. */
export function uuid8(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
