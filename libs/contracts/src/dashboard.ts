import { z } from 'zod';
import { EpochMs } from './epoch-ms.js';
import { TenantId } from './tenant-id.js';

export const DashboardScope = z.enum(['home', 'segments', 'builders'], 'must be one of home, segments, builders');
export type DashboardScope = z.infer<typeof DashboardScope>;

/** A dashboard without what it shows; `last_modified_*` tell of changes to these fields, not to its content. */
export const DashboardRegistration = z.object({
  id: z.string(),
  title: z.string().min(1, 'must not be empty').describe('Shown in the UI.'),
  scopes: z.array(DashboardScope).describe('Where it is shown; may be empty.'),
  segment_ids: z
    .array(z.string())
    .describe('Where scopes hold segments: shown for these, or for all of them when empty.'),
  builder_ids: z
    .array(z.string())
    .describe('Where scopes hold builders: shown for these, or for all of them when empty.'),
  archived: z.boolean().describe('True hides the dashboard without deleting it.'),
  dashboard_content_id: z.string().optional().describe('The current content; absent until there is one.'),
  community_id: TenantId.describe('Community where it is visible.'),
  organisation_id: TenantId.describe("One of the community's."),
  created_ts: EpochMs.describe('Epoch milliseconds.'),
  created_by: z.string().describe('Id of a user.'),
  last_modified_ts: EpochMs.describe('Epoch milliseconds; not changed by a new content.'),
  last_modified_by: z.string().describe('Id of a user.'),
});
export type DashboardRegistration = z.infer<typeof DashboardRegistration>;

/** What a client writes; read-only fields in a body are ignored. */
export const DashboardRegistrationInput = DashboardRegistration.pick({
  title: true,
  scopes: true,
  segment_ids: true,
  builder_ids: true,
  community_id: true,
  organisation_id: true,
}).extend({
  archived: z
    .boolean()
    .nullish()
    .transform((archived) => archived ?? false),
});
export type DashboardRegistrationInput = z.infer<typeof DashboardRegistrationInput>;
