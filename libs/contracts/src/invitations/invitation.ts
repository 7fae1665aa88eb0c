import { z } from 'zod';
import { Role } from '../admin/access.js';
import { EmailAddress } from '../admin/user.js';
import { EpochMs } from '../values/epoch-ms.js';
import { Name } from '../values/name.js';
import { nullAsAbsent } from '../values/null-as-absent.js';
import { TenantId } from '../values/integer-id.js';

/** How long a link of an invitation works, milliseconds. */
export const invitationMs = 24 * 3_600_000;

/** The page of the console that takes the secret in its fragment, which a browser never sends. */
export const invitationPath = '/invitation';

/** A link that lets a new user in, once. */
export const Invitation = z.object({
  id: z.string(),
  organisation_id: TenantId,
  user_id: z.string().describe('The user that the link lets in.'),
  email: EmailAddress,
  role: Role.describe('The role of the user in the organisation.'),
  created_by: z.string().describe('Id of the user who has invited.'),
  creation_ts: EpochMs,
  expiration_ts: EpochMs.describe(
    'Epoch milliseconds. The link is refused after this time: 24 hours after its creation.',
  ),
  link: z
    .string()
    .optional()
    .describe(
      'Only in the response to the creation: the path of the link, to append to the address of the platform. Its fragment is ' +
        'the secret.',
    ),
});
export type Invitation = z.infer<typeof Invitation>;

export const InvitationInput = z.object({
  email: EmailAddress.describe('Of a new user, or of one who has no token or key, and has not signed in yet.'),
  role: Role.describe('At most that of the caller.'),
  first_name: nullAsAbsent(Name.optional()).describe('Default: from the e-mail.'),
  last_name: nullAsAbsent(Name.optional()).describe('Default: from the e-mail.'),
});
export type InvitationInput = z.infer<typeof InvitationInput>;

/** Body of POST /auth/invitation. */
export const InvitationUse = z.object({ secret: z.string().max(200) });
export type InvitationUse = z.infer<typeof InvitationUse>;
