import { z } from 'zod';
import { TenantId } from './tenant-id.js';

export const DashboardScope = z.enum(['home', 'segments', 'builders'], 'must be one of home, segments, builders');
export type DashboardScope = z.infer<typeof DashboardScope>;

/** A dashboard without what it shows; `last_modified_*` tell of changes to these fields, not to its content. */
export const DashboardRegistration = z.object({
  id: z.string(),
  title: z.string().min(1, 'must not be empty'),
  scopes: z.array(DashboardScope),
  /** Where scopes hold segments: shown for these, or for all of them when empty. The same for builders. */
  segment_ids: z.array(z.string()),
  builder_ids: z.array(z.string()),
  archived: z.boolean(),
  /** The current content; absent until there is one. */
  dashboard_content_id: z.string().optional(),
  community_id: TenantId,
  /** One of the community's. */
  organisation_id: TenantId,
  created_ts: z.number(),
  created_by: z.string(),
  last_modified_ts: z.number(),
  last_modified_by: z.string(),
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
