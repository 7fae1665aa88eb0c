import { badData } from '@tributary/contracts/errors';
import { uuid7, uuid8 } from '@tributary/contracts/values/uuid';
import type { Signature } from '@tributary/security/signing';

/** Longest Idempotency-Key, characters. */
export const maxIdempotencyKey = 255;

/** The source of the id of an activity without `$unique_key`. */
export interface IdSource {
  idempotencyKey?: string | undefined;
  /** The signature of a signed request. */
  signature?: Pick<Signature, 'key_id' | 'mac'> | undefined;
}

/**
 * The id that deduplicates an activity within its datamart. `$unique_key` comes first, because every credential covers
 * the body. A signature does not cover the headers: the Idempotency-Key of a signed request would let a captured request
 * be stored again under each new key, so it counts for token requests only.
 *
 * Line 1 of a request has the id of the only activity of a request: the content type is not signed, and a single JSON body
 * is also NDJSON of one line (ADR 12).
 *
 * @param uniqueKey of `uniqueKeyOf`
 * @param line number of the line in a request with several activities
 */
export function activityId(uniqueKey: string | undefined, { idempotencyKey, signature }: IdSource, line = 1): string {
  if (uniqueKey !== undefined) return uniqueKey;
  // No value of a header contains a line feed.
  const suffix = line === 1 ? '' : `\n${line}`;
  if (signature) return uuid8(`signature\n${signature.key_id}\n${signature.mac}${suffix}`);
  if (!idempotencyKey) return uuid7();
  if (idempotencyKey.length > maxIdempotencyKey)
    throw badData(`Idempotency-Key: must not exceed ${maxIdempotencyKey} characters`);
  return uuid8(`idempotency-key\n${idempotencyKey}${suffix}`);
}
