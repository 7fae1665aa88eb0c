import { maxIdempotencyKey } from '@tributary/contracts/collecting/collect-query';
import { badData } from '@tributary/contracts/errors';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { uuid7, uuid8 } from '@tributary/contracts/values/uuid';
import type { SecretsKeyring } from '@tributary/security/secrets-keyring';
import type { Signature } from '@tributary/security/signing';

/** An Idempotency-Key, as it was sent, and its MACs under the keys of the platform, the first one first. */
interface KeyedIdempotencyKey {
  text: string;
  macs: string[];
}

/**
 * Makes ids of an Idempotency-Key that no other client can claim before: without the secret of the platform they cannot be
 * guessed, and the same key of another user or in another datamart makes others.
 */
export const keyedIdempotencyKey = (
  text: string,
  { datamart_id, user_id }: { datamart_id: string; user_id: string },
  keyring: SecretsKeyring,
): KeyedIdempotencyKey => ({ text, macs: keyring.macs(`idempotency-key\n${datamart_id}\n${user_id}\n${text}`) });

/** The source of the id of an activity without `$unique_key`. */
export interface IdSource {
  idempotencyKey?: KeyedIdempotencyKey | undefined;
  /** The signature of a signed request. */
  signature?: Pick<Signature, 'key_id' | 'mac'> | undefined;
}

/** The id of an activity, and others that it would have had under an earlier key, or of an earlier version. */
type ActivityIds = Pick<ActivityReceived, 'activity_id' | 'former_ids' | 'unkeyed_id'>;

/** Whether the same request, sent again, has the same id. Otherwise each activity gets a random one. */
export const isSameWhenRepeated = (uniqueKey: string | undefined, { idempotencyKey, signature }: IdSource): boolean =>
  uniqueKey !== undefined || signature !== undefined || Boolean(idempotencyKey?.text);

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
export function activityIds(
  uniqueKey: string | undefined,
  { idempotencyKey, signature }: IdSource,
  line = 1,
): ActivityIds {
  if (uniqueKey !== undefined) return { activity_id: uniqueKey };
  // No value of a header contains a line feed.
  const suffix = line === 1 ? '' : `\n${line}`;
  if (signature) return { activity_id: uuid8(`signature\n${signature.key_id}\n${signature.mac}${suffix}`) };
  if (!idempotencyKey?.text) return { activity_id: uuid7() };
  const { text, macs } = idempotencyKey;
  if (text.length > maxIdempotencyKey)
    throw badData(`Idempotency-Key: must not exceed ${maxIdempotencyKey} characters`);
  const [activity_id = uuid7(), ...former_ids] = macs.map((mac) => uuid8(`${mac}${suffix}`));
  const unkeyed_id = uuid8(`idempotency-key\n${text}${suffix}`);
  return { activity_id, ...(former_ids.length > 0 && { former_ids }), unkeyed_id };
}
