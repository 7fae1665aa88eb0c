import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { IntegerId } from '@tributary/contracts/values/integer-id';
import type { ListQuery } from '@tributary/contracts/list-query';
import { tenants } from '@tributary/contracts/endpoints/admin/tenants.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { z } from 'zod';
import { CommunitiesRepository } from './communities.repository.js';

const { listCommunities, getCommunity, updateCommunity } = tenants.operations;

const CommunityPath = z.object({ community_id: IntegerId });
type CommunityPath = z.infer<typeof CommunityPath>;

@Controller()
export class CommunitiesController {
  constructor(
    private readonly communities: CommunitiesRepository,
    private readonly access: Access,
  ) {}

  @Serves(listCommunities)
  async list(@CurrentCaller() caller: Caller, @Query(parse(listCommunities.query)) page: ListQuery) {
    return paged(await this.communities.list(caller, page), page);
  }

  @Serves(getCommunity)
  async get(@CurrentCaller() caller: Caller, @Param(parse(CommunityPath)) { community_id }: CommunityPath) {
    this.access.requireCommunity(caller, community_id, 'READER');
    return ok(await this.communities.get(community_id));
  }

  @Serves(updateCommunity)
  async update(
    @CurrentCaller() caller: Caller,
    @Param(parse(CommunityPath)) { community_id }: CommunityPath,
    @Body() body: unknown,
  ) {
    this.access.requireCommunity(caller, community_id, 'COMMUNITY_ADMIN');
    return ok(await this.communities.update(community_id, parseOrThrow(bodyOf(updateCommunity), body)));
  }
}
