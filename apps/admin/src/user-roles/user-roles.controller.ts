import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { roleToManage } from '@tributary/contracts/rules/access/roles';
import type { Subject } from '@tributary/contracts/rules/access/user-rights';
import type { ListQuery } from '@tributary/contracts/list-query';
import { users } from '@tributary/contracts/endpoints/admin/users.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { deleted, ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { UserAccess, UserPath } from '../users/user-access.js';
import { UserRolesRepository, type AssertMayRevoke } from './user-roles.repository.js';

const { listUserRoles, createUserRole, getUserRole, updateUserRole, deleteUserRole } = users.operations;

@Controller()
export class UserRolesController {
  constructor(
    private readonly userRoles: UserRolesRepository,
    private readonly userAccess: UserAccess,
    private readonly access: Access,
  ) {}

  @Serves(listUserRoles)
  async list(
    @CurrentCaller() caller: Caller,
    @Param(parse(UserPath)) { user_id }: UserPath,
    @Query(parse(listUserRoles.query)) page: ListQuery,
  ) {
    await this.userAccess.requireSeeing(caller, user_id);
    return paged(await this.userRoles.list(caller, user_id, page), page);
  }

  @Serves(createUserRole)
  async create(@CurrentCaller() caller: Caller, @Param(parse(UserPath)) { user_id }: UserPath, @Body() body: unknown) {
    await this.userAccess.requireSeeing(caller, user_id);
    this.access.requireSomewhere(caller, 'ORGANISATION_ADMIN');
    const input = parseOrThrow(bodyOf(createUserRole), body);
    this.access.requireOrganisation(caller, input.organisation_id, roleToManage(input.role));
    return ok(await this.userRoles.insert(user_id, input));
  }

  @Serves(getUserRole)
  async get(
    @CurrentCaller() caller: Caller,
    @Param(parse(UserPath)) { user_id }: UserPath,
    @Param('user_role_id', resourceId) id: string,
  ) {
    await this.userAccess.requireSeeing(caller, user_id);
    return ok(await this.userRoles.get(caller, { user_id, id }));
  }

  @Serves(updateUserRole)
  async update(
    @CurrentCaller() caller: Caller,
    @Param(parse(UserPath)) { user_id }: UserPath,
    @Param('user_role_id', resourceId) id: string,
    @Body() body: unknown,
  ) {
    await this.userAccess.requireSeeing(caller, user_id);
    const assertMayRevoke = this.revocationCheck(caller);
    assertMayRevoke(await this.userRoles.get(caller, { user_id, id }));
    const { role } = parseOrThrow(bodyOf(updateUserRole), body);
    const assertMayReplace: AssertMayRevoke = (held) => {
      assertMayRevoke(held);
      this.access.requireOrganisation(caller, held.organisation_id, roleToManage(role));
    };
    return ok(await this.userRoles.update({ user_id, id }, role, assertMayReplace));
  }

  @Serves(deleteUserRole)
  async delete(
    @CurrentCaller() caller: Caller,
    @Param(parse(UserPath)) { user_id }: UserPath,
    @Param('user_role_id', resourceId) id: string,
  ) {
    const assertRights = (subject: Subject) => this.userAccess.assertSeeing(caller, subject);
    await this.userRoles.delete({ user_id, id }, assertRights, this.revocationCheck(caller));
    return deleted;
  }

  /** A caller may only revoke roles that it could grant. */
  private revocationCheck(caller: Caller): AssertMayRevoke {
    return (held) => this.access.requireResource(caller, held, roleToManage(held.role));
  }
}
