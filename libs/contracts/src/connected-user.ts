import type { Datamart } from './datamart.js';
import type { User } from './user.js';
import type { UserRoleResource } from './user-role.js';

/** The caller: its roles, and the datamarts that they open. */
export interface ConnectedUser extends User {
  roles: UserRoleResource[];
  datamarts: Datamart[];
}
