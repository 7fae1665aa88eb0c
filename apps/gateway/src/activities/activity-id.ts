import { badData } from '@tributary/contracts/errors';
import { uuid7, uuid8 } from '@tributary/contracts/uuid';
import type { Signature } from '../access/signed-request.js';

/** Longest Idempotency-Key, characters. */
export const maxIdempotencyKey = 255;

/** The id under which an activity is stored once per datamart: the client's own if it gave one, so that a resend is harmless. */
export function activityId(
  uniqueKey: string | null | undefined,
  idempotencyKey: string | undefined,
  signature?: Pick<Signature, 'key_id' | 'mac'>,
): string {
  if (uniqueKey != null) return uniqueKey.toLowerCase();
  // A signed request that is sent again, by its client or by somebody who has seen it, is the same activity.
  if (!idempotencyKey) return signature ? uuid8(`signature\n${signature.key_id}\n${signature.mac}`) : uuid7();
  if (idempotencyKey.length > maxIdempotencyKey)
    throw badData(`Idempotency-Key: must not exceed ${maxIdempotencyKey} characters`);
  return uuid8(`idempotency-key\n${idempotencyKey}`);
}
