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
import { UserAccess, UserPath } from '../users/user-access.js';
import { MessageAuthenticationKeysRepository } from './message-authentication-keys.repository.js';

const { listMessageAuthenticationKeys, createMessageAuthenticationKey, revokeMessageAuthenticationKey } =
  credentials.operations;

@Controller()
export class MessageAuthenticationKeysController {
  constructor(
    private readonly keys: MessageAuthenticationKeysRepository,
    private readonly userAccess: UserAccess,
  ) {}

  @Serves(listMessageAuthenticationKeys)
  async list(
    @CurrentCaller() caller: Caller,
    @Param(parse(UserPath)) { user_id }: UserPath,
    @Query(parse(listMessageAuthenticationKeys.query)) page: ListQuery,
  ) {
    await this.userAccess.requireActingAs(caller, user_id);
    return paged(await this.keys.list(user_id, page), page);
  }

  @Serves(createMessageAuthenticationKey)
  async create(@CurrentCaller() caller: Caller, @Param(parse(UserPath)) { user_id }: UserPath, @Body() body: unknown) {
    await this.userAccess.requireActingAs(caller, user_id);
    const key = { ...parseOrThrow(bodyOf(createMessageAuthenticationKey), body), user_id };
    return ok(await this.keys.insert(key, caller, (subject) => this.userAccess.assertActingAs(caller, subject)));
  }

  @Serves(revokeMessageAuthenticationKey)
  async delete(
    @CurrentCaller() caller: Caller,
    @Param(parse(UserPath)) { user_id }: UserPath,
    @Param('message_authentication_key_id', resourceId) id: string,
  ) {
    await this.keys.delete(user_id, id, (subject) => this.userAccess.assertActingAs(caller, subject));
    return deleted;
  }
}
