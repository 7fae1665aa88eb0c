import { z } from 'zod';

/** A key with which a user's requests may be signed. `secret_key` is shown in the answer to its creation alone. */
export const MessageAuthenticationKey = z.object({
  id: z.string(),
  user_id: z.string(),
  creation_ts: z.string().meta({ format: 'date-time', description: 'ISO 8601, UTC.' }),
  expiration_ts: z.string().meta({ format: 'date-time', description: 'ISO 8601, UTC.' }),
  key_id: z
    .string()
    .regex(/^[A-Za-z0-9._:-]{1,128}$/, 'must be 1 to 128 of A-Z a-z 0-9 . _ : -')
    .describe('Chosen by the client, unique across the platform, also among deleted keys.'),
  scheme: z.literal('HMAC_SHA256', 'must be HMAC_SHA256'),
  secret_key: z.string().describe('16 bytes in hexadecimal, in the answer to the creation alone; afterwards `****`.'),
});
export type MessageAuthenticationKey = z.infer<typeof MessageAuthenticationKey>;

export const MessageAuthenticationKeyInput = MessageAuthenticationKey.pick({ key_id: true, scheme: true });
export type MessageAuthenticationKeyInput = z.infer<typeof MessageAuthenticationKeyInput>;
