import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { ApiTokenInput, ApiTokenUpdate } from '@tributary/contracts/admin/api-token';
import { ListQuery } from '@tributary/contracts/list-query';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { deleted, ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { UserAccess, UserPath } from '../users/user-access.js';
import { ApiTokensRepository } from './api-tokens.repository.js';

@Controller('v1/users/:user_id/api_tokens')
export class ApiTokensController {
  constructor(
    private readonly apiTokens: ApiTokensRepository,
    private readonly userAccess: UserAccess,
    private readonly access: Access,
  ) {}

  @Get()
  async list(
    @CurrentCaller() caller: Caller,
    @Param(parse(UserPath)) { user_id }: UserPath,
    @Query(parse(ListQuery)) page: ListQuery,
  ) {
    await this.userAccess.requireActingAs(caller, user_id);
    // In the API reference the list of tokens has both spellings.
    return { ...paged(await this.apiTokens.list(user_id, page), page), max_result: page.max_results };
  }

  @Post()
  @HttpCode(200)
  async create(@CurrentCaller() caller: Caller, @Param(parse(UserPath)) { user_id }: UserPath, @Body() body: unknown) {
    await this.userAccess.requireActingAs(caller, user_id);
    const token = { ...parseOrThrow(ApiTokenInput, body), user_id };
    for (const id of token.datamart_ids ?? []) this.access.requireDatamart(caller, id, 'READER');
    return ok(await this.apiTokens.insert(token, caller, (subject) => this.userAccess.assertActingAs(caller, subject)));
  }

  @Get(':api_token_id')
  async get(
    @CurrentCaller() caller: Caller,
    @Param(parse(UserPath)) { user_id }: UserPath,
    @Param('api_token_id', resourceId) id: string,
  ) {
    await this.userAccess.requireActingAs(caller, user_id);
    return ok(await this.apiTokens.get({ user_id, id }));
  }

  @Put(':api_token_id')
  async rename(
    @CurrentCaller() caller: Caller,
    @Param(parse(UserPath)) { user_id }: UserPath,
    @Param('api_token_id', resourceId) id: string,
    @Body() body: unknown,
  ) {
    await this.userAccess.requireActingAs(caller, user_id);
    await this.apiTokens.get({ user_id, id });
    return ok(await this.apiTokens.rename({ user_id, id }, parseOrThrow(ApiTokenUpdate, body)));
  }

  @Delete(':api_token_id')
  async delete(
    @CurrentCaller() caller: Caller,
    @Param(parse(UserPath)) { user_id }: UserPath,
    @Param('api_token_id', resourceId) id: string,
  ) {
    await this.apiTokens.delete({ user_id, id }, (subject) => this.userAccess.assertActingAs(caller, subject));
    return deleted;
  }
}
