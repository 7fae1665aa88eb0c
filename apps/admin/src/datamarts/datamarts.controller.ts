import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { DatamartPath } from '@tributary/contracts/values/integer-id';
import type { TenantListQuery } from '@tributary/contracts/tenant-list-query';
import { tenants } from '@tributary/contracts/endpoints/admin/tenants.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { DatamartsRepository } from './datamarts.repository.js';

const { listDatamarts, createDatamart, getDatamart, updateDatamart } = tenants.operations;

@Controller()
export class DatamartsController {
  constructor(
    private readonly datamarts: DatamartsRepository,
    private readonly access: Access,
  ) {}

  @Serves(listDatamarts)
  async list(@CurrentCaller() caller: Caller, @Query(parse(listDatamarts.query)) query: TenantListQuery) {
    return paged(await this.datamarts.list(caller, query), query);
  }

  @Serves(createDatamart)
  async create(@CurrentCaller() caller: Caller, @Body() body: unknown) {
    this.access.requireSomewhere(caller, 'ORGANISATION_ADMIN');
    const input = parseOrThrow(bodyOf(createDatamart), body);
    this.access.requireOrganisation(caller, input.organisation_id, 'ORGANISATION_ADMIN');
    return ok(await this.datamarts.insert(input));
  }

  @Serves(getDatamart)
  async get(@CurrentCaller() caller: Caller, @Param(parse(DatamartPath)) { datamart_id }: DatamartPath) {
    this.access.requireDatamart(caller, datamart_id, 'READER');
    return ok(await this.datamarts.get(datamart_id));
  }

  @Serves(updateDatamart)
  async update(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Body() body: unknown,
  ) {
    this.access.requireDatamart(caller, datamart_id, 'ORGANISATION_ADMIN');
    return ok(await this.datamarts.update(datamart_id, parseOrThrow(bodyOf(updateDatamart), body)));
  }
}
