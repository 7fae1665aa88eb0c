import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { ChannelPageQuery, ChannelQuery } from '@tributary/contracts/admin/channel';
import type { AnalyzerSelection } from '@tributary/contracts/admin/plugins/analyzer-selection';
import { constraintViolation } from '@tributary/contracts/errors';
import { ListQuery } from '@tributary/contracts/list-query';
import { analyzers } from '@tributary/contracts/endpoints/admin/analyzers.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { deleted, ok } from '@tributary/http/responses';
import { ChannelAccess } from '../channels/channel-access.js';
import { channelId } from '../channels/channel-id.js';
import { AnalyzerSelectionsRepository } from './analyzer-selections.repository.js';

const {
  listChannelVisitAnalyzerSelections,
  createChannelVisitAnalyzerSelection,
  putChannelVisitAnalyzerSelections,
  getChannelVisitAnalyzerSelection,
  deleteChannelVisitAnalyzerSelection,
} = analyzers.operations;

@Controller()
export class AnalyzerSelectionsController {
  constructor(
    private readonly selections: AnalyzerSelectionsRepository,
    private readonly access: ChannelAccess,
  ) {}

  @Serves(listChannelVisitAnalyzerSelections)
  async list(
    @CurrentCaller() caller: Caller,
    @Param('channel_id', channelId) channel_id: string,
    @Query(parse(listChannelVisitAnalyzerSelections.query)) { datamart_id, ...page }: ChannelPageQuery,
  ) {
    const { row_id } = await this.access.channel(caller, { channel_id, datamart_id }, 'READER');
    return pageOf(await this.selections.list(row_id), page);
  }

  @Serves(createChannelVisitAnalyzerSelection)
  async create(
    @CurrentCaller() caller: Caller,
    @Param('channel_id', channelId) channel_id: string,
    @Query(parse(createChannelVisitAnalyzerSelection.query)) { datamart_id }: ChannelQuery,
    @Body() body: unknown,
  ) {
    const channel = await this.access.channel(caller, { channel_id, datamart_id }, 'EDITOR');
    const input = parseOrThrow(bodyOf(createChannelVisitAnalyzerSelection), body);
    if (input.channel_id !== undefined && input.channel_id !== channel_id)
      throw constraintViolation('channel_id: the body and the path name different channels');
    return ok(await this.selections.insert({ channel, created_by: caller.user_id }, input));
  }

  @Serves(putChannelVisitAnalyzerSelections)
  async replace(
    @CurrentCaller() caller: Caller,
    @Param('channel_id', channelId) channel_id: string,
    @Query(parse(putChannelVisitAnalyzerSelections.query)) { datamart_id }: ChannelQuery,
    @Body() body: unknown,
  ) {
    const channel = await this.access.channel(caller, { channel_id, datamart_id }, 'EDITOR');
    const input = parseOrThrow(bodyOf(putChannelVisitAnalyzerSelections), body);
    const replaced = await this.selections.replace({ channel, created_by: caller.user_id }, input);
    return pageOf(replaced, ListQuery.parse({}));
  }

  @Serves(getChannelVisitAnalyzerSelection)
  async get(
    @CurrentCaller() caller: Caller,
    @Param('channel_id', channelId) channel_id: string,
    @Param('selection_id', resourceId) id: string,
    @Query(parse(getChannelVisitAnalyzerSelection.query)) { datamart_id }: ChannelQuery,
  ) {
    const { row_id } = await this.access.channel(caller, { channel_id, datamart_id }, 'READER');
    return ok(await this.selections.get({ channel_id: row_id, id }));
  }

  @Serves(deleteChannelVisitAnalyzerSelection)
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('channel_id', channelId) channel_id: string,
    @Param('selection_id', resourceId) id: string,
    @Query(parse(deleteChannelVisitAnalyzerSelection.query)) { datamart_id }: ChannelQuery,
  ) {
    const { row_id } = await this.access.channel(caller, { channel_id, datamart_id }, 'EDITOR');
    await this.selections.delete({ channel_id: row_id, id });
    return deleted;
  }
}

const pageOf = (all: AnalyzerSelection[], page: ListQuery) =>
  paged({ items: all.slice(page.first_result, page.first_result + page.max_results), total: all.length }, page);
