import { Controller, Get } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { ConnectedUser } from '@tributary/contracts/admin/connected-user';
import { CurrentCaller } from '@tributary/http/current-caller';
import { ok, type Ok } from '@tributary/http/responses';
import { DatamartsRepository } from '../datamarts/datamarts.repository.js';
import { UserRolesRepository } from '../user-roles/user-roles.repository.js';
import { UsersRepository } from '../users/users.repository.js';

@Controller('v1/connected_user')
export class ConnectedUserController {
  constructor(
    private readonly users: UsersRepository,
    private readonly userRoles: UserRolesRepository,
    private readonly datamarts: DatamartsRepository,
  ) {}

  @Get()
  async get(@CurrentCaller() caller: Caller): Promise<Ok<ConnectedUser>> {
    // Sequential: the request holds only one database connection at a time.
    const user = await this.users.get(caller.user_id);
    const roles = await this.userRoles.listAll(caller.user_id);
    const datamarts = await this.datamarts.listAll(caller);
    return ok({ ...user, roles, datamarts });
  }
}
