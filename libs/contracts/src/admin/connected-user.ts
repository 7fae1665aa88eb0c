import { z } from 'zod';
import { Datamart } from './datamart.js';
import { User } from './user.js';
import { UserRoleResource } from './user-role.js';

/** The caller with its roles, and the datamarts to which they give access. */
export const ConnectedUser = User.extend({
  roles: z.array(UserRoleResource).describe('At most one for each organisation.'),
  datamarts: z.array(Datamart).describe('The datamarts to which these roles give access.'),
});
export type ConnectedUser = z.infer<typeof ConnectedUser>;
