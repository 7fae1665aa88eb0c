import { z } from 'zod';
import { EpochMs, EpochMsQuery } from '../values/epoch-ms.js';
import { listOf } from '../values/list-of.js';
import { Name } from '../values/name.js';
import { nullAsAbsent } from '../values/null-as-absent.js';
import { TenantId } from '../values/integer-id.js';
import { ListQuery } from '../list-query.js';
import { Role } from './access.js';
import { UserType } from './user.js';

/** A long-term token of a user. */
export const ApiToken = z.object({
  id: z.string(),
  name: Name,
  created_by: z
    .string()
    .describe(
      'Id of the user who created it. If the owner did, with a token that another user had created: the id of that user.',
    ),
  creation_date: EpochMs.describe('Epoch milliseconds.'),
  expiration_date: EpochMs.describe('Epoch milliseconds. The token is refused after this time.'),
  role: Role.optional().describe('The highest role with which it acts; absent if it is not limited.'),
  datamart_ids: z
    .array(z.string())
    .optional()
    .describe('The only datamarts in which it acts; absent if it is not limited to any.'),
  last_used_ts: EpochMs.optional().describe('The hour of its last use, epoch milliseconds; absent before the first.'),
  value: z.string().describe('Complete only in the response to the creation, later `****` and the last 4 characters.'),
});
export type ApiToken = z.infer<typeof ApiToken>;

/** A token among those of all users of an organisation. */
export const OrganisationApiToken = ApiToken.extend({
  user_id: z.string(),
  user_type: UserType,
  user_name: z.string().describe('The display name of a service account, else first and last name.'),
});
export type OrganisationApiToken = z.infer<typeof OrganisationApiToken>;

export const OrganisationApiTokensQuery = ListQuery.extend({
  user_type: UserType.optional().describe('Only tokens of people, or of service accounts.'),
  unused_since: EpochMsQuery('Only tokens that were made before this time and not used since, epoch milliseconds.'),
});
export type OrganisationApiTokensQuery = z.infer<typeof OrganisationApiTokensQuery>;

/** The part of a token that can change. */
export const ApiTokenUpdate = ApiToken.pick({ name: true });
export type ApiTokenUpdate = z.infer<typeof ApiTokenUpdate>;

export const ApiTokenInput = ApiTokenUpdate.extend({
  expiration_ts: nullAsAbsent(EpochMs.int()).describe(
    'When it ends, epoch milliseconds: in the future, at most 24 months ahead. Default: 12 months, unless the platform is set up otherwise.',
  ),
  role: nullAsAbsent(Role).describe('The highest role with which it acts.'),
  datamart_ids: nullAsAbsent(listOf(TenantId).min(1)).describe(
    'The only datamarts in which it acts. Requests that name no datamart are then refused, but for `GET /connected_user`.',
  ),
});
export type ApiTokenInput = z.infer<typeof ApiTokenInput>;
