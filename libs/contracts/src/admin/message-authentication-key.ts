import { z } from 'zod';
import { EpochMs } from '../values/epoch-ms.js';
import { orDefault } from '../values/null-as-absent.js';

/** Visible ASCII characters, because it is sent in a header. */
export const keyIdPattern = /^[!-~]{1,128}$/;

/** A key to sign requests of a user. */
export const MessageAuthenticationKey = z.object({
  id: z.string(),
  user_id: z.string(),
  created_by: z
    .string()
    .describe(
      'Id of the user who created it. If the owner did, with a token that another user had created: the id of that user.',
    ),
  creation_ts: z.string().meta({ format: 'date-time', description: 'ISO 8601, UTC.' }),
  expiration_ts: z.string().meta({ format: 'date-time', description: 'ISO 8601, UTC.' }),
  last_used_ts: EpochMs.optional().describe('The hour of its last use, epoch milliseconds; absent before the first.'),
  key_id: z
    .string()
    .regex(keyIdPattern, 'must be 1 to 128 visible ASCII characters')
    .describe('Chosen by the client, unique across the platform, also among deleted keys.'),
  scheme: z.literal('HMAC_SHA256', 'must be HMAC_SHA256'),
  may_merge_accounts: z
    .boolean()
    .describe(
      'Whether activities signed with it may make one person of two who have accounts, or join two accounts of a compartment. Anyone who reads the key in an app may then do so, too. Keys made before this field: true.',
    ),
  secret_key: z.string().describe('16 bytes in hexadecimal, only in the response to the creation; later `****`.'),
});
export type MessageAuthenticationKey = z.infer<typeof MessageAuthenticationKey>;

export const MessageAuthenticationKeyInput = MessageAuthenticationKey.pick({ key_id: true, scheme: true }).extend({
  may_merge_accounts: orDefault(MessageAuthenticationKey.shape.may_merge_accounts, false),
});
export type MessageAuthenticationKeyInput = z.infer<typeof MessageAuthenticationKeyInput>;
