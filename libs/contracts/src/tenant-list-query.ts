import { z } from 'zod';
import { IntegerId } from './values/integer-id.js';
import { ListQuery } from './list-query.js';

/** Filters a list by organisation, or by the organisations of a community. */
export const TenantFilter = z.object({
  organisation_id: IntegerId.optional().describe('Only what belongs to this organisation.'),
  community_id: IntegerId.optional().describe('Only what belongs to the organisations of this community.'),
});
export type TenantFilter = z.infer<typeof TenantFilter>;

/** Query of lists of resources that belong to organisations. */
export const TenantListQuery = ListQuery.extend(TenantFilter.shape);
export type TenantListQuery = z.infer<typeof TenantListQuery>;
