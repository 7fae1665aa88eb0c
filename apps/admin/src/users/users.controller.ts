import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { constraintViolation, forbidden } from '@tributary/contracts/errors';
import type { TenantListQuery } from '@tributary/contracts/tenant-list-query';
import { userUpdateOf } from '@tributary/contracts/admin/user';
import { users } from '@tributary/contracts/endpoints/admin/users.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { deleted, ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { UserAccess, UserPath } from './user-access.js';
import { isLimited } from './user-rights.js';
import { UsersRepository } from './users.repository.js';

const { listUsers, createUser, getUser, updateUser, deleteUser } = users.operations;

@Controller()
export class UsersController {
  constructor(
    private readonly users: UsersRepository,
    private readonly userAccess: UserAccess,
    private readonly access: Access,
  ) {}

  @Serves(listUsers)
  async list(@CurrentCaller() caller: Caller, @Query(parse(listUsers.query)) query: TenantListQuery) {
    return paged(await this.users.list(caller, query), query);
  }

  @Serves(createUser)
  async create(@CurrentCaller() caller: Caller, @Body() body: unknown) {
    this.access.requireSomewhere(caller, 'ORGANISATION_ADMIN');
    const input = parseOrThrow(bodyOf(createUser), body);
    this.access.requireOrganisation(caller, input.organisation_id, 'ORGANISATION_ADMIN');
    return ok(await this.users.insert(input));
  }

  @Serves(getUser)
  async get(@CurrentCaller() caller: Caller, @Param(parse(UserPath)) { user_id }: UserPath) {
    await this.userAccess.requireSeeing(caller, user_id);
    return ok(await this.users.get(user_id));
  }

  @Serves(updateUser)
  async update(@CurrentCaller() caller: Caller, @Param(parse(UserPath)) { user_id }: UserPath, @Body() body: unknown) {
    await this.userAccess.requireEditing(caller, user_id);
    const { type, email } = await this.users.get(user_id);
    const { type: given, ...properties } = parseOrThrow(userUpdateOf(type), body);
    if (given !== undefined && given !== type) throw constraintViolation('type: the type of a user cannot change');
    // The e-mail signs in with all roles of the user: a credential with fewer must not choose it.
    if (user_id === caller.user_id && isLimited(caller) && properties.email !== email) throw forbidden();
    return ok(await this.users.update(user_id, properties));
  }

  @Serves(deleteUser)
  async delete(@CurrentCaller() caller: Caller, @Param(parse(UserPath)) { user_id }: UserPath) {
    await this.users.delete(user_id, (subject) => {
      this.userAccess.assertEditing(caller, subject);
      if (user_id === caller.user_id) throw constraintViolation('user_id: users cannot delete themselves');
    });
    return deleted;
  }
}
