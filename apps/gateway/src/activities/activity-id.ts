import { badData } from '@tributary/contracts/errors';
import { uuid7, uuid8 } from '@tributary/contracts/values/uuid';
import type { Signature } from '../access/signed-request.js';

/** Longest Idempotency-Key, characters. */
export const maxIdempotencyKey = 255;

/**
 * The id that deduplicates an activity within its datamart. `$unique_key` comes first, because every credential covers
 * the body. A signature does not cover the headers: the Idempotency-Key of a signed request would let a captured request
 * be stored again under each new key, so it counts for token requests only.
 */
export function activityId(
  uniqueKey: string | null | undefined,
  idempotencyKey: string | undefined,
  signature?: Pick<Signature, 'key_id' | 'mac'>,
): string {
  if (uniqueKey != null) return uniqueKey.toLowerCase();
  if (signature) return uuid8(`signature\n${signature.key_id}\n${signature.mac}`);
  if (!idempotencyKey) return uuid7();
  if (idempotencyKey.length > maxIdempotencyKey)
    throw badData(`Idempotency-Key: must not exceed ${maxIdempotencyKey} characters`);
  return uuid8(`idempotency-key\n${idempotencyKey}`);
}
