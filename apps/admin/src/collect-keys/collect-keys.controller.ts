import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { CollectKeyInput } from '@tributary/contracts/admin/collect-key';
import { ListQuery } from '@tributary/contracts/list-query';
import { DatamartPath } from '@tributary/contracts/values/integer-id';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { deleted, ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { CollectKeysRepository } from './collect-keys.repository.js';

@Controller('v1/datamarts/:datamart_id/collect_keys')
export class CollectKeysController {
  constructor(
    private readonly keys: CollectKeysRepository,
    private readonly access: Access,
  ) {}

  @Get()
  async list(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Query(parse(ListQuery)) page: ListQuery,
  ) {
    this.access.requireDatamart(caller, datamart_id, 'READER');
    return paged(await this.keys.list(datamart_id, page), page);
  }

  @Post()
  @HttpCode(200)
  async create(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Body() body: unknown,
  ) {
    this.access.requireDatamart(caller, datamart_id, 'EDITOR');
    return ok(await this.keys.insert(datamart_id, parseOrThrow(CollectKeyInput, body)));
  }

  @Get(':collect_key_id')
  async get(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Param('collect_key_id', resourceId) id: string,
  ) {
    this.access.requireDatamart(caller, datamart_id, 'READER');
    return ok(await this.keys.get({ datamart_id, id }));
  }

  @Put(':collect_key_id')
  async update(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Param('collect_key_id', resourceId) id: string,
    @Body() body: unknown,
  ) {
    this.access.requireDatamart(caller, datamart_id, 'EDITOR');
    return ok(await this.keys.update({ datamart_id, id }, parseOrThrow(CollectKeyInput, body)));
  }

  @Delete(':collect_key_id')
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
