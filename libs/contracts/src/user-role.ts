import { z } from 'zod';
import { Role } from './access.js';
import { TenantId } from './tenant-id.js';

/** A role that a user holds in an organisation; at most one in each. */
export const UserRoleResource = z.object({
  id: z.string(),
  user_id: z.string(),
  organisation_id: TenantId,
  role: Role,
});
export type UserRoleResource = z.infer<typeof UserRoleResource>;

export const UserRoleInput = UserRoleResource.pick({ organisation_id: true, role: true });
export type UserRoleInput = z.infer<typeof UserRoleInput>;

/** The organisation stays: an id in the body must be one that the caller may use, and changes nothing. */
export const UserRoleUpdate = UserRoleInput.partial({ organisation_id: true });
export type UserRoleUpdate = z.infer<typeof UserRoleUpdate>;
