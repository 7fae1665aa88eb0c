import { z } from 'zod';
import { dashboardScopes } from '../rules/resources/choices.js';
import { EpochMs } from '../values/epoch-ms.js';
import { Title } from '../values/name.js';
import { nullAsAbsent } from '../values/null-as-absent.js';
import { TenantId } from '../values/integer-id.js';
import { listOf } from '../values/list-of.js';

export const DashboardScope = z.enum(dashboardScopes, `must be one of ${dashboardScopes.join(', ')}`);
export type DashboardScope = z.infer<typeof DashboardScope>;

/** A dashboard without its content. `last_modified_*` are about changes of these fields, not of the content. */
export const DashboardRegistration = z.object({
  id: z.string(),
  title: Title.describe('Shown in the UI.'),
  scopes: listOf(DashboardScope).describe('Where it is shown; may be empty.'),
  segment_ids: listOf(z.string()).describe(
    'With the scope segments: the segments for which it is shown. Empty: all segments.',
  ),
  builder_ids: listOf(z.string()).describe(
    'With the scope builders: the builders for which it is shown. Empty: all builders.',
  ),
  archived: z.boolean().describe('True hides the dashboard without deleting it.'),
  dashboard_content_id: z.string().optional().describe('Id of the current content; absent without content.'),
  community_id: TenantId.describe('The community in which it is visible.'),
  organisation_id: TenantId.describe('An organisation of the community.'),
  created_ts: EpochMs.describe('Epoch milliseconds.'),
  created_by: z.string().describe('Id of a user.'),
  last_modified_ts: EpochMs.describe('Epoch milliseconds. A new content does not change it.'),
  last_modified_by: z.string().describe('Id of a user.'),
});
export type DashboardRegistration = z.infer<typeof DashboardRegistration>;

/** The fields that a client writes. Read-only fields in a body are ignored. */
export const DashboardRegistrationInput = DashboardRegistration.pick({
  title: true,
  scopes: true,
  segment_ids: true,
  builder_ids: true,
  community_id: true,
  organisation_id: true,
}).extend({
  dashboard_content_id: nullAsAbsent(z.string()).describe(
    'Attaches this content, of any dashboard of the organisation. Absent: the content stays.',
  ),
  archived: z
    .boolean()
    .nullish()
    .transform((archived) => archived ?? false),
});
export type DashboardRegistrationInput = z.infer<typeof DashboardRegistrationInput>;

/** Body of a PUT. The organisation is that of the query; a body may repeat it. */
export const DashboardRegistrationUpdate = DashboardRegistrationInput.extend({
  organisation_id: nullAsAbsent(TenantId).describe('That of the query, or absent.'),
});
export type DashboardRegistrationUpdate = z.infer<typeof DashboardRegistrationUpdate>;
