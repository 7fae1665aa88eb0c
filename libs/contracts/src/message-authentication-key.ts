import { z } from 'zod';

/** A key with which a user's requests may be signed. `secret_key` is shown in the answer to its creation alone. */
export const MessageAuthenticationKey = z.object({
  id: z.string(),
  user_id: z.string(),
  /** ISO 8601, UTC. */
  creation_ts: z.string(),
  expiration_ts: z.string(),
  key_id: z.string().regex(/^[A-Za-z0-9._:-]{1,128}$/, 'must be 1 to 128 of A-Z a-z 0-9 . _ : -'),
  scheme: z.literal('HMAC_SHA256', 'must be HMAC_SHA256'),
  secret_key: z.string(),
});
export type MessageAuthenticationKey = z.infer<typeof MessageAuthenticationKey>;

export const MessageAuthenticationKeyInput = MessageAuthenticationKey.pick({ key_id: true, scheme: true });
export type MessageAuthenticationKeyInput = z.infer<typeof MessageAuthenticationKeyInput>;
