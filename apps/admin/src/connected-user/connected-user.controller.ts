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
    // One after the other: a request that holds one connection at a time leaves the others to the next.
    const user = await this.users.get(caller.user_id);
    const roles = await this.userRoles.listAll(caller.user_id);
    const datamarts = await this.datamarts.listAll(caller);
    return ok({ ...user, roles, datamarts });
  }
}
