import { z } from 'zod';
import { Datamart } from './datamart.js';
import { User } from './user.js';
import { UserRoleResource } from './user-role.js';

/** The caller: its roles, and the datamarts that they open. */
export const ConnectedUser = User.extend({
  roles: z.array(UserRoleResource).describe('One for each organisation in which the user has one.'),
  datamarts: z.array(Datamart).describe('What these roles open.'),
});
export type ConnectedUser = z.infer<typeof ConnectedUser>;
