import type { PublicCredential } from '@tributary/contracts/tracking/activity';
import type { Signature } from '@tributary/security/signing';
import type { CollectKey } from './collect-key.js';

interface Shown {
  collectKey?: Pick<CollectKey, 'id'> | undefined;
  signature?: Pick<Signature, 'key_id'> | undefined;
}

interface SigningKeys {
  findKey: (key_id: string) => { id: string; may_merge_accounts?: boolean | undefined } | undefined;
}

/** Collect keys stand in pages, signing keys in apps. Undefined for a token. */
export function publicCredentialOf(
  { collectKey, signature }: Shown,
  credentials: SigningKeys,
): PublicCredential | undefined {
  if (collectKey) return { kind: 'collect_key', id: collectKey.id };
  if (!signature) return undefined;
  // Undefined only for a key that was revoked after its signature was verified.
  const key = credentials.findKey(signature.key_id);
  const mayMerge = key !== undefined && key.may_merge_accounts !== false;
  return { kind: 'message_authentication_key', id: key?.id ?? '', ...(mayMerge && { may_merge_accounts: true }) };
}
