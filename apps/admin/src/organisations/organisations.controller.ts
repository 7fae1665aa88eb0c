import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { OrganisationPath } from '@tributary/contracts/values/integer-id';
import type { TenantListQuery } from '@tributary/contracts/tenant-list-query';
import { tenants } from '@tributary/contracts/endpoints/admin/tenants.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { OrganisationsRepository } from './organisations.repository.js';

const { listOrganisations, createOrganisation, getOrganisation, updateOrganisation } = tenants.operations;

@Controller()
export class OrganisationsController {
  constructor(
    private readonly organisations: OrganisationsRepository,
    private readonly access: Access,
  ) {}

  @Serves(listOrganisations)
  async list(@CurrentCaller() caller: Caller, @Query(parse(listOrganisations.query)) query: TenantListQuery) {
    return paged(await this.organisations.list(caller, query), query);
  }

  @Serves(createOrganisation)
  async create(@CurrentCaller() caller: Caller, @Body() body: unknown) {
    this.access.requireSomewhere(caller, 'COMMUNITY_ADMIN');
    const input = parseOrThrow(bodyOf(createOrganisation), body);
    this.access.requireCommunity(caller, input.community_id, 'COMMUNITY_ADMIN');
    return ok(await this.organisations.insert(input));
  }

  @Serves(getOrganisation)
  async get(@CurrentCaller() caller: Caller, @Param(parse(OrganisationPath)) { organisation_id }: OrganisationPath) {
    this.access.requireOrganisation(caller, organisation_id, 'READER');
    return ok(await this.organisations.get(organisation_id));
  }

  @Serves(updateOrganisation)
  async update(
    @CurrentCaller() caller: Caller,
    @Param(parse(OrganisationPath)) { organisation_id }: OrganisationPath,
    @Body() body: unknown,
  ) {
    this.access.requireOrganisation(caller, organisation_id, 'COMMUNITY_ADMIN');
    return ok(await this.organisations.update(organisation_id, parseOrThrow(bodyOf(updateOrganisation), body)));
  }
}
