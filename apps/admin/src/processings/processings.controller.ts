import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Caller, Role } from '@tributary/contracts/admin/access';
import type { ProcessingListQuery, Processing } from '@tributary/contracts/admin/processing';
import { processings } from '@tributary/contracts/endpoints/admin/processings.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { deleted, ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { ProcessingsRepository } from './processings.repository.js';

const { listProcessings, createProcessing, getProcessing, updateProcessing, deleteProcessing } = processings.operations;

@Controller()
export class ProcessingsController {
  constructor(
    private readonly processings: ProcessingsRepository,
    private readonly access: Access,
  ) {}

  @Serves(listProcessings)
  async list(@CurrentCaller() caller: Caller, @Query(parse(listProcessings.query)) query: ProcessingListQuery) {
    this.access.requireCommunity(caller, query.community_id, 'READER');
    return paged(await this.processings.list(query), query);
  }

  @Serves(createProcessing)
  async create(@CurrentCaller() caller: Caller, @Body() body: unknown) {
    this.access.requireSomewhere(caller, 'COMMUNITY_ADMIN');
    const input = parseOrThrow(bodyOf(createProcessing), body);
    this.access.requireCommunity(caller, input.community_id, 'COMMUNITY_ADMIN');
    return ok(await this.processings.insert(input));
  }

  @Serves(getProcessing)
  async get(@CurrentCaller() caller: Caller, @Param('processing_id', resourceId) id: string) {
    return ok(await this.find(caller, id, 'READER'));
  }

  @Serves(updateProcessing)
  async update(@CurrentCaller() caller: Caller, @Param('processing_id', resourceId) id: string, @Body() body: unknown) {
    await this.find(caller, id, 'COMMUNITY_ADMIN');
    return ok(await this.processings.update(id, parseOrThrow(bodyOf(updateProcessing), body)));
  }

  @Serves(deleteProcessing)
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
