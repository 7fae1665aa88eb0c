import { Controller, Get } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/access';
import type { ConnectedUser } from '@tributary/contracts/connected-user';
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
    const [user, roles, datamarts] = await Promise.all([
      this.users.get(caller.user_id),
      this.userRoles.listAll(caller.user_id),
      this.datamarts.listAll(caller),
    ]);
    return ok({ ...user, roles, datamarts });
  }
}
