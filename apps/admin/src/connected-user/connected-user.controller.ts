import { Controller } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { ConnectedUser } from '@tributary/contracts/admin/connected-user';
import type { UserRoleResource } from '@tributary/contracts/admin/user-role';
import { users } from '@tributary/contracts/endpoints/admin/users.operations';
import { Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { ok, type Ok } from '@tributary/http/responses';
import { lowerRole } from '@tributary/security/common-roles';
import { DatamartsRepository } from '../datamarts/datamarts.repository.js';
import { UserRolesRepository } from '../user-roles/user-roles.repository.js';
import { UsersRepository } from '../users/users.repository.js';

const { getConnectedUser } = users.operations;

@Controller()
export class ConnectedUserController {
  constructor(
    private readonly users: UsersRepository,
    private readonly userRoles: UserRolesRepository,
    private readonly datamarts: DatamartsRepository,
  ) {}

  @Serves(getConnectedUser)
  async get(@CurrentCaller() caller: Caller): Promise<Ok<ConnectedUser>> {
    // Sequential: the request holds only one database connection at a time.
    const user = await this.users.get(caller.user_id);
    const roles = await this.userRoles.listAll(caller.user_id);
    const datamarts = await this.datamarts.listAll(caller);
    const credential = limitsOf(caller);
    return ok({ ...user, roles: heldRoles(caller, roles), datamarts, ...(credential && { credential }) });
  }
}

/** The roles of the user, as far as the credential has them. */
function heldRoles({ roles: held, highest_role }: Caller, all: UserRoleResource[]): UserRoleResource[] {
  return all.flatMap((one) => {
    const role = held.find(({ organisation_id }) => organisation_id === one.organisation_id)?.role;
    if (role === undefined) return [];
    return [{ ...one, role: highest_role === undefined ? role : lowerRole(role, highest_role) }];
  });
}

function limitsOf({ highest_role, datamart_ids, lacks_later_roles }: Caller): ConnectedUser['credential'] {
  if (highest_role === undefined && datamart_ids === undefined && !lacks_later_roles) return undefined;
  return {
    ...(highest_role && { role: highest_role }),
    ...(datamart_ids && { datamart_ids }),
    ...(lacks_later_roles && { lacks_later_roles }),
  };
}
