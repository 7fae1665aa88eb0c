import { z } from 'zod';
import { ListQuery } from '../list-query.js';
import { maxPurposeLength, purposePattern } from '../rules/purpose.js';
import { EpochMs, EpochMsQuery } from '../values/epoch-ms.js';
import { IntegerId, isId } from '../values/integer-id.js';
import { SearchText } from '../values/keywords.js';

export const AuditAction = z.enum([
  'CREATE',
  'UPDATE',
  'DELETE',
  'SIGN_IN',
  'SIGN_IN_FAILED',
  'SIGN_OUT',
  'READ',
  'EXPORT',
  'ERASE',
  'RETRY',
]);
export type AuditAction = z.infer<typeof AuditAction>;

/** How a caller has shown who it is. */
export const AuditCredentialKind = z.enum(['API_TOKEN', 'SIGNATURE', 'SESSION']);
export type AuditCredentialKind = z.infer<typeof AuditCredentialKind>;

/** Why someone reads a person, in words of the caller. */
export const Purpose = z
  .string()
  .min(1)
  .max(maxPurposeLength)
  .regex(purposePattern, 'must not have control characters');

/** The header of a read of people that carries the purpose, as UTF-8. */
export const purposeHeader = 'X-Purpose';

/** An action of a user on a resource, with its time and the address that it came from. */
export const AuditEvent = z.object({
  id: z.string(),
  ts: EpochMs,
  user_id: z.string(),
  credential_id: z.string().describe('The id of the API token, signing key or session; empty for a failed sign-in.'),
  credential_kind: AuditCredentialKind,
  action: AuditAction,
  resource: z.string().describe('The noun of the path in the singular, such as `datamart` or `user_point`.'),
  resource_id: z
    .string()
    .describe(
      'The id of the resource; of a person that of its user point, of a list of people that of its datamart or segment.',
    ),
  changes: z
    .record(z.string(), z.array(z.unknown()).length(2))
    .optional()
    .describe(
      'The values of each changed field before and after; null where there was none. Never a secret. Values of personal ' +
        'fields of a deleted user are a pseudonym.',
    ),
  request_id: z
    .string()
    .describe('The `X-Request-Id` of the answer; of an erasure by a line of a file, the id of the execution.'),
  address: z.string().optional().describe('The address of the client; proxies in `TRUSTED_PROXIES` do not count.'),
  count: z
    .number()
    .int()
    .optional()
    .describe('How many signed reads of segments the credential has sent in the hour that begins at `ts`.'),
  purpose: z
    .string()
    .optional()
    .describe('Why a person was read or exported: the `X-Purpose` that the caller has sent.'),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

/** An event on its way to admin, with the tenant in which it stands. */
export const RecordedEvent = AuditEvent.extend({
  organisation_id: z.string().optional(),
  datamart_id: z.string().optional(),
  /** Without an organisation it stands in each of the community. */
  community_id: z.string().optional(),
});
export type RecordedEvent = z.infer<typeof RecordedEvent>;

export const EventsRecorded = z.object({ events: z.array(RecordedEvent).min(1) });
export type EventsRecorded = z.infer<typeof EventsRecorded>;

export const AuditEventsQuery = ListQuery.extend({
  since: EpochMsQuery('Only events from this time on, epoch milliseconds.'),
  until: EpochMsQuery('Only events before this time, epoch milliseconds.'),
  user_id: IntegerId.refine(isId, 'must be the id of a user').optional().describe('Only events of this user.'),
  action: AuditAction.optional().describe('Only events with this action.'),
  resource: SearchText.max(100).optional().describe('Only events of this kind of resource, such as `datamart`.'),
});
export type AuditEventsQuery = z.infer<typeof AuditEventsQuery>;
