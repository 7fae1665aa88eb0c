import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { ListQuery } from '@tributary/contracts/list-query';
import { credentials } from '@tributary/contracts/endpoints/admin/credentials.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { deleted, ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { UserAccess, UserPath } from '../users/user-access.js';
import { ApiTokensRepository } from './api-tokens.repository.js';

const { listApiTokens, createApiToken, getApiToken, renameApiToken, revokeApiToken } = credentials.operations;

@Controller()
export class ApiTokensController {
  constructor(
    private readonly apiTokens: ApiTokensRepository,
    private readonly userAccess: UserAccess,
    private readonly access: Access,
  ) {}

  @Serves(listApiTokens)
  async list(
    @CurrentCaller() caller: Caller,
    @Param(parse(UserPath)) { user_id }: UserPath,
    @Query(parse(listApiTokens.query)) page: ListQuery,
  ) {
    await this.userAccess.requireActingAs(caller, user_id);
    // In the API reference the list of tokens has both spellings.
    return { ...paged(await this.apiTokens.list(user_id, page), page), max_result: page.max_results };
  }

  @Serves(createApiToken)
  async create(@CurrentCaller() caller: Caller, @Param(parse(UserPath)) { user_id }: UserPath, @Body() body: unknown) {
    await this.userAccess.requireActingAs(caller, user_id);
    const token = { ...parseOrThrow(bodyOf(createApiToken), body), user_id };
    for (const id of token.datamart_ids ?? []) this.access.requireDatamart(caller, id, 'READER');
    return ok(await this.apiTokens.insert(token, caller, (subject) => this.userAccess.assertActingAs(caller, subject)));
  }

  @Serves(getApiToken)
  async get(
    @CurrentCaller() caller: Caller,
    @Param(parse(UserPath)) { user_id }: UserPath,
    @Param('api_token_id', resourceId) id: string,
  ) {
    await this.userAccess.requireActingAs(caller, user_id);
    return ok(await this.apiTokens.get({ user_id, id }));
  }

  @Serves(renameApiToken)
  async rename(
    @CurrentCaller() caller: Caller,
    @Param(parse(UserPath)) { user_id }: UserPath,
    @Param('api_token_id', resourceId) id: string,
    @Body() body: unknown,
  ) {
    await this.userAccess.requireActingAs(caller, user_id);
    await this.apiTokens.get({ user_id, id });
    return ok(await this.apiTokens.rename({ user_id, id }, parseOrThrow(bodyOf(renameApiToken), body)));
  }

  @Serves(revokeApiToken)
  async delete(
    @CurrentCaller() caller: Caller,
    @Param(parse(UserPath)) { user_id }: UserPath,
    @Param('api_token_id', resourceId) id: string,
  ) {
    await this.apiTokens.delete({ user_id, id }, (subject) => this.userAccess.assertActingAs(caller, subject));
    return deleted;
  }
}
