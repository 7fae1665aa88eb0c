import { z } from 'zod';
import { IntegerId } from './integer-id.js';
import { ListQuery } from './list-query.js';

/** Narrows a list to one organisation, or to those of one community. */
export const TenantFilter = z.object({
  organisation_id: IntegerId.optional().describe('Only what belongs to this organisation.'),
  community_id: IntegerId.optional().describe('Only what belongs to the organisations of this community.'),
});
export type TenantFilter = z.infer<typeof TenantFilter>;

/** Query of the lists of what belongs to organisations. */
export const TenantListQuery = ListQuery.extend(TenantFilter.shape);
export type TenantListQuery = z.infer<typeof TenantListQuery>;
