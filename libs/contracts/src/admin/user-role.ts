import { z } from 'zod';
import { Role } from './access.js';
import { TenantId } from '../values/integer-id.js';

/** The role of a user in an organisation; at most one in each. */
export const UserRoleResource = z.object({
  id: z.string(),
  user_id: z.string(),
  organisation_id: TenantId,
  role: Role,
});
export type UserRoleResource = z.infer<typeof UserRoleResource>;

export const UserRoleInput = UserRoleResource.pick({ organisation_id: true, role: true });
export type UserRoleInput = z.infer<typeof UserRoleInput>;

/** The organisation cannot change: an id in the body must be one that the caller may use, and has no effect. */
export const UserRoleUpdate = UserRoleInput.omit({ organisation_id: true });
export type UserRoleUpdate = z.infer<typeof UserRoleUpdate>;
