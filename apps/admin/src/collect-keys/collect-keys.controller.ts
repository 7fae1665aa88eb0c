import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { ListQuery } from '@tributary/contracts/list-query';
import { DatamartPath } from '@tributary/contracts/values/integer-id';
import { collectKeys } from '@tributary/contracts/endpoints/admin/collect-keys.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { deleted, ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { CollectKeysRepository } from './collect-keys.repository.js';

const { listCollectKeys, createCollectKey, getCollectKey, updateCollectKey, deleteCollectKey } = collectKeys.operations;

@Controller()
export class CollectKeysController {
  constructor(
    private readonly keys: CollectKeysRepository,
    private readonly access: Access,
  ) {}

  @Serves(listCollectKeys)
  async list(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Query(parse(listCollectKeys.query)) page: ListQuery,
  ) {
    this.access.requireDatamart(caller, datamart_id, 'READER');
    return paged(await this.keys.list(datamart_id, page), page);
  }

  @Serves(createCollectKey)
  async create(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Body() body: unknown,
  ) {
    this.access.requireDatamart(caller, datamart_id, 'EDITOR');
    return ok(await this.keys.insert(datamart_id, parseOrThrow(bodyOf(createCollectKey), body)));
  }

  @Serves(getCollectKey)
  async get(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Param('collect_key_id', resourceId) id: string,
  ) {
    this.access.requireDatamart(caller, datamart_id, 'READER');
    return ok(await this.keys.get({ datamart_id, id }));
  }

  @Serves(updateCollectKey)
  async update(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Param('collect_key_id', resourceId) id: string,
    @Body() body: unknown,
  ) {
    this.access.requireDatamart(caller, datamart_id, 'EDITOR');
    return ok(await this.keys.update({ datamart_id, id }, parseOrThrow(bodyOf(updateCollectKey), body)));
  }

  @Serves(deleteCollectKey)
  async delete(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Param('collect_key_id', resourceId) id: string,
  ) {
    this.access.requireDatamart(caller, datamart_id, 'EDITOR');
    await this.keys.delete({ datamart_id, id });
    return deleted;
  }
}
