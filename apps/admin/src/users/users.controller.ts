import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { TenantListQuery } from '@tributary/contracts/tenant-list-query';
import { UserInput, UserUpdate } from '@tributary/contracts/admin/user';
import { CurrentCaller } from '@tributary/http/current-caller';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { UserAccess, UserPath } from './user-access.js';
import { UsersRepository } from './users.repository.js';

@Controller('v1/users')
export class UsersController {
  constructor(
    private readonly users: UsersRepository,
    private readonly userAccess: UserAccess,
    private readonly access: Access,
  ) {}

  @Get()
  async list(@CurrentCaller() caller: Caller, @Query(parse(TenantListQuery)) query: TenantListQuery) {
    return paged(await this.users.list(caller, query), query);
  }

  @Post()
  @HttpCode(200)
  async create(@CurrentCaller() caller: Caller, @Body() body: unknown) {
    this.access.requireSomewhere(caller, 'ORGANISATION_ADMIN');
    const input = parseOrThrow(UserInput, body);
    this.access.requireOrganisation(caller, input.organisation_id, 'ORGANISATION_ADMIN');
    return ok(await this.users.insert(input));
  }

  @Get(':user_id')
  async get(@CurrentCaller() caller: Caller, @Param(parse(UserPath)) { user_id }: UserPath) {
    await this.userAccess.requireSeeing(caller, user_id);
    return ok(await this.users.get(user_id));
  }

  @Put(':user_id')
  async update(@CurrentCaller() caller: Caller, @Param(parse(UserPath)) { user_id }: UserPath, @Body() body: unknown) {
    await this.userAccess.requireEditing(caller, user_id);
    const { organisation_id, ...person } = parseOrThrow(UserUpdate, body);
    if (organisation_id !== undefined) this.access.requireOrganisation(caller, organisation_id, 'READER');
    return ok(await this.users.update(user_id, person));
  }
}
