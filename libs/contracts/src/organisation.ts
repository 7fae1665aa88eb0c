import { z } from 'zod';
import { Name } from './name.js';
import { TenantId } from './tenant-id.js';

/** `technical_name` is unique in its community. */
export const Organisation = z.object({
  id: z.string(),
  name: Name,
  technical_name: Name.describe('Unique in its community.'),
  community_id: TenantId,
});
export type Organisation = z.infer<typeof Organisation>;

export const OrganisationInput = Organisation.omit({ id: true });
export type OrganisationInput = z.infer<typeof OrganisationInput>;

/** The community stays: an id in the body must be one that the caller may use, and changes nothing. */
export const OrganisationUpdate = OrganisationInput.partial({ community_id: true });
export type OrganisationUpdate = z.infer<typeof OrganisationUpdate>;
