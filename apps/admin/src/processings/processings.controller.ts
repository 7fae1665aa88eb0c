import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import type { Caller, Role } from '@tributary/contracts/admin/access';
import {
  ProcessingInput,
  ProcessingListQuery,
  ProcessingUpdate,
  type Processing,
} from '@tributary/contracts/admin/processing';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { deleted, ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { ProcessingsRepository } from './processings.repository.js';

@Controller('v1/processings')
export class ProcessingsController {
  constructor(
    private readonly processings: ProcessingsRepository,
    private readonly access: Access,
  ) {}

  @Get()
  async list(@CurrentCaller() caller: Caller, @Query(parse(ProcessingListQuery)) query: ProcessingListQuery) {
    this.access.requireCommunity(caller, query.community_id, 'READER');
    return paged(await this.processings.list(query), query);
  }

  @Post()
  @HttpCode(200)
  async create(@CurrentCaller() caller: Caller, @Body() body: unknown) {
    this.access.requireSomewhere(caller, 'COMMUNITY_ADMIN');
    const input = parseOrThrow(ProcessingInput, body);
    this.access.requireCommunity(caller, input.community_id, 'COMMUNITY_ADMIN');
    return ok(await this.processings.insert(input));
  }

  @Get(':processing_id')
  async get(@CurrentCaller() caller: Caller, @Param('processing_id', resourceId) id: string) {
    return ok(await this.find(caller, id, 'READER'));
  }

  @Put(':processing_id')
  async update(@CurrentCaller() caller: Caller, @Param('processing_id', resourceId) id: string, @Body() body: unknown) {
    await this.find(caller, id, 'COMMUNITY_ADMIN');
    return ok(await this.processings.update(id, parseOrThrow(ProcessingUpdate, body)));
  }

  @Delete(':processing_id')
  async delete(@CurrentCaller() caller: Caller, @Param('processing_id', resourceId) id: string) {
    await this.find(caller, id, 'COMMUNITY_ADMIN');
    await this.processings.delete(id);
    return deleted;
  }

  private async find(caller: Caller, id: string, needed: Role): Promise<Processing> {
    const processing = await this.processings.get(id);
    this.access.requireCommunityResource(caller, processing, needed);
    return processing;
  }
}
