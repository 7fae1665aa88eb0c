import { Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { OrganisationApiTokensQuery } from '@tributary/contracts/admin/api-token';
import { OrganisationPath } from '@tributary/contracts/values/integer-id';
import { credentials } from '@tributary/contracts/endpoints/admin/credentials.operations';
import { Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { paged } from '@tributary/http/paged';
import { parse } from '@tributary/http/parse';
import { Access } from '@tributary/security/access';
import { OrganisationApiTokensRepository } from './organisation-api-tokens.repository.js';

const { listOrganisationApiTokens } = credentials.operations;

@Controller()
export class OrganisationApiTokensController {
  constructor(
    private readonly tokens: OrganisationApiTokensRepository,
    private readonly access: Access,
  ) {}

  @Serves(listOrganisationApiTokens)
  async list(
    @CurrentCaller() caller: Caller,
    @Param(parse(OrganisationPath)) { organisation_id }: OrganisationPath,
    @Query(parse(listOrganisationApiTokens.query)) query: OrganisationApiTokensQuery,
  ) {
    this.access.requireOrganisation(caller, organisation_id, 'ORGANISATION_ADMIN');
    return paged(await this.tokens.list(organisation_id, query, caller), query);
  }
}
