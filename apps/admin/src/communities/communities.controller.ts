import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { CommunityInput } from '@tributary/contracts/admin/community';
import { IntegerId } from '@tributary/contracts/values/integer-id';
import { ListQuery } from '@tributary/contracts/list-query';
import { CurrentCaller } from '@tributary/http/current-caller';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { z } from 'zod';
import { CommunitiesRepository } from './communities.repository.js';

const CommunityPath = z.object({ community_id: IntegerId });
type CommunityPath = z.infer<typeof CommunityPath>;

@Controller('v1/communities')
export class CommunitiesController {
  constructor(
    private readonly communities: CommunitiesRepository,
    private readonly access: Access,
  ) {}

  @Get()
  async list(@CurrentCaller() caller: Caller, @Query(parse(ListQuery)) page: ListQuery) {
    return paged(await this.communities.list(caller, page), page);
  }

  @Get(':community_id')
  async get(@CurrentCaller() caller: Caller, @Param(parse(CommunityPath)) { community_id }: CommunityPath) {
    this.access.requireCommunity(caller, community_id, 'READER');
    return ok(await this.communities.get(community_id));
  }

  @Put(':community_id')
  async update(
    @CurrentCaller() caller: Caller,
    @Param(parse(CommunityPath)) { community_id }: CommunityPath,
    @Body() body: unknown,
  ) {
    this.access.requireCommunity(caller, community_id, 'COMMUNITY_ADMIN');
    return ok(await this.communities.update(community_id, parseOrThrow(CommunityInput, body)));
  }
}
