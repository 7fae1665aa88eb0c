import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { ChannelPageQuery, ChannelQuery } from '@tributary/contracts/admin/channel';
import { ProcessingSelectionInput } from '@tributary/contracts/admin/processing';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { deleted, ok } from '@tributary/http/responses';
import { ChannelAccess } from '../channels/channel-access.js';
import { channelId } from '../channels/channel-id.js';
import { ProcessingSelectionsRepository } from './processing-selections.repository.js';

@Controller('v1/channels/:channel_id/processing_selections')
export class ProcessingSelectionsController {
  constructor(
    private readonly selections: ProcessingSelectionsRepository,
    private readonly access: ChannelAccess,
  ) {}

  @Get()
  async list(
    @CurrentCaller() caller: Caller,
    @Param('channel_id', channelId) channel_id: string,
    @Query(parse(ChannelPageQuery)) { datamart_id, ...page }: ChannelPageQuery,
  ) {
    const { row_id } = await this.access.channel(caller, { channel_id, datamart_id }, 'READER');
    return paged(await this.selections.list(row_id, page), page);
  }

  @Post()
  @HttpCode(200)
  async create(
    @CurrentCaller() caller: Caller,
    @Param('channel_id', channelId) channel_id: string,
    @Query(parse(ChannelQuery)) { datamart_id }: ChannelQuery,
    @Body() body: unknown,
  ) {
    const channel = await this.access.channel(caller, { channel_id, datamart_id }, 'EDITOR');
    const { processing_id } = parseOrThrow(ProcessingSelectionInput, body);
    return ok(await this.selections.insert(channel, processing_id));
  }

  @Get(':selection_id')
  async get(
    @CurrentCaller() caller: Caller,
    @Param('channel_id', channelId) channel_id: string,
    @Param('selection_id', resourceId) id: string,
    @Query(parse(ChannelQuery)) { datamart_id }: ChannelQuery,
  ) {
    const { row_id } = await this.access.channel(caller, { channel_id, datamart_id }, 'READER');
    return ok(await this.selections.get({ channel_id: row_id, id }));
  }

  @Delete(':selection_id')
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('channel_id', channelId) channel_id: string,
    @Param('selection_id', resourceId) id: string,
    @Query(parse(ChannelQuery)) { datamart_id }: ChannelQuery,
  ) {
    const { row_id } = await this.access.channel(caller, { channel_id, datamart_id }, 'EDITOR');
    await this.selections.delete({ channel_id: row_id, id });
    return deleted;
  }
}
