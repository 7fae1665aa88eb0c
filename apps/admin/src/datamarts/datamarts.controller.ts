import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { DatamartInput, DatamartUpdate } from '@tributary/contracts/admin/datamart';
import { DatamartPath } from '@tributary/contracts/values/integer-id';
import { TenantListQuery } from '@tributary/contracts/tenant-list-query';
import { CurrentCaller } from '@tributary/http/current-caller';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { DatamartsRepository } from './datamarts.repository.js';

@Controller('v1/datamarts')
export class DatamartsController {
  constructor(
    private readonly datamarts: DatamartsRepository,
    private readonly access: Access,
  ) {}

  @Get()
  async list(@CurrentCaller() caller: Caller, @Query(parse(TenantListQuery)) query: TenantListQuery) {
    return paged(await this.datamarts.list(caller, query), query);
  }

  @Post()
  @HttpCode(200)
  async create(@CurrentCaller() caller: Caller, @Body() body: unknown) {
    this.access.requireSomewhere(caller, 'ORGANISATION_ADMIN');
    const input = parseOrThrow(DatamartInput, body);
    this.access.requireOrganisation(caller, input.organisation_id, 'ORGANISATION_ADMIN');
    return ok(await this.datamarts.insert(input));
  }

  @Get(':datamart_id')
  async get(@CurrentCaller() caller: Caller, @Param(parse(DatamartPath)) { datamart_id }: DatamartPath) {
    this.access.requireDatamart(caller, datamart_id, 'READER');
    return ok(await this.datamarts.get(datamart_id));
  }

  @Put(':datamart_id')
  async update(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Body() body: unknown,
  ) {
    this.access.requireDatamart(caller, datamart_id, 'ORGANISATION_ADMIN');
    return ok(await this.datamarts.update(datamart_id, parseOrThrow(DatamartUpdate, body)));
  }
}
