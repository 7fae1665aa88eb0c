import { badData } from '@tributary/contracts/errors';
import { uuid7, uuid8 } from '@tributary/contracts/uuid';

/** Longest Idempotency-Key, characters. */
const maxIdempotencyKey = 255;

/** The id under which an activity is stored once per datamart: the client's own if it gave one, so that a resend is harmless. */
export function activityId(uniqueKey: string | null | undefined, idempotencyKey: string | undefined): string {
  if (uniqueKey != null) return uniqueKey.toLowerCase();
  if (idempotencyKey === undefined || idempotencyKey === '') return uuid7();
  if (idempotencyKey.length > maxIdempotencyKey)
    throw badData(`Idempotency-Key: must not exceed ${maxIdempotencyKey} characters`);
  return uuid8(`idempotency-key\n${idempotencyKey}`);
}
