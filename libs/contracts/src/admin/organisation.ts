import { z } from 'zod';
import { Name } from '../values/name.js';
import { TenantId } from '../values/integer-id.js';

export const Organisation = z.object({
  id: z.string(),
  name: Name,
  technical_name: Name.describe('Unique in its community.'),
  community_id: TenantId,
});
export type Organisation = z.infer<typeof Organisation>;

export const OrganisationInput = Organisation.omit({ id: true });
export type OrganisationInput = z.infer<typeof OrganisationInput>;

/** The community cannot change: an id in the body must be one that the caller may use, and has no effect. */
export const OrganisationUpdate = OrganisationInput.omit({ community_id: true });
export type OrganisationUpdate = z.infer<typeof OrganisationUpdate>;
