import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { IntegerId } from '@tributary/contracts/values/integer-id';
import { OrganisationInput, OrganisationUpdate } from '@tributary/contracts/admin/organisation';
import { TenantListQuery } from '@tributary/contracts/tenant-list-query';
import { CurrentCaller } from '@tributary/http/current-caller';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { z } from 'zod';
import { OrganisationsRepository } from './organisations.repository.js';

const OrganisationPath = z.object({ organisation_id: IntegerId });
type OrganisationPath = z.infer<typeof OrganisationPath>;

@Controller('v1/organisations')
export class OrganisationsController {
  constructor(
    private readonly organisations: OrganisationsRepository,
    private readonly access: Access,
  ) {}

  @Get()
  async list(@CurrentCaller() caller: Caller, @Query(parse(TenantListQuery)) query: TenantListQuery) {
    return paged(await this.organisations.list(caller, query), query);
  }

  @Post()
  @HttpCode(200)
  async create(@CurrentCaller() caller: Caller, @Body() body: unknown) {
    this.access.requireSomewhere(caller, 'COMMUNITY_ADMIN');
    const input = parseOrThrow(OrganisationInput, body);
    this.access.requireCommunity(caller, input.community_id, 'COMMUNITY_ADMIN');
    return ok(await this.organisations.insert(input));
  }

  @Get(':organisation_id')
  async get(@CurrentCaller() caller: Caller, @Param(parse(OrganisationPath)) { organisation_id }: OrganisationPath) {
    this.access.requireOrganisation(caller, organisation_id, 'READER');
    return ok(await this.organisations.get(organisation_id));
  }

  @Put(':organisation_id')
  async update(
    @CurrentCaller() caller: Caller,
    @Param(parse(OrganisationPath)) { organisation_id }: OrganisationPath,
    @Body() body: unknown,
  ) {
    this.access.requireOrganisation(caller, organisation_id, 'COMMUNITY_ADMIN');
    return ok(await this.organisations.update(organisation_id, parseOrThrow(OrganisationUpdate, body)));
  }
}
