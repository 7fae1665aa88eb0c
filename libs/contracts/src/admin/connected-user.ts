import { z } from 'zod';
import { Role } from './access.js';
import { Datamart } from './datamart.js';
import { User } from './user.js';
import { UserRoleResource } from './user-role.js';

/** The caller with its roles, and the datamarts to which they give access. */
export const ConnectedUser = User.extend({
  roles: z.array(UserRoleResource).describe('As far as the credential has them. At most one for each organisation.'),
  datamarts: z.array(Datamart).describe('The datamarts to which these roles give access.'),
  credential: z
    .object({
      role: Role.optional().describe('The highest role with which it acts.'),
      datamart_ids: z.array(z.string()).optional().describe('The only datamarts in which it acts.'),
      lacks_later_roles: z
        .literal(true)
        .optional()
        .describe('It was made before its user got further roles, which it does not have.'),
    })
    .optional()
    .describe('What limits the credential of the request; absent for one without limits.'),
});
export type ConnectedUser = z.infer<typeof ConnectedUser>;
