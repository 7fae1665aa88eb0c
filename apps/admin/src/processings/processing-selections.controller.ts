import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { ChannelPageQuery, ChannelQuery } from '@tributary/contracts/admin/channel';
import { processings } from '@tributary/contracts/endpoints/admin/processings.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { deleted, ok } from '@tributary/http/responses';
import { ChannelAccess } from '../channels/channel-access.js';
import { channelId } from '../channels/channel-id.js';
import { ProcessingSelectionsRepository } from './processing-selections.repository.js';

const { listProcessingSelections, createProcessingSelection, getProcessingSelection, deleteProcessingSelection } =
  processings.operations;

@Controller()
export class ProcessingSelectionsController {
  constructor(
    private readonly selections: ProcessingSelectionsRepository,
    private readonly access: ChannelAccess,
  ) {}

  @Serves(listProcessingSelections)
  async list(
    @CurrentCaller() caller: Caller,
    @Param('channel_id', channelId) channel_id: string,
    @Query(parse(listProcessingSelections.query)) { datamart_id, ...page }: ChannelPageQuery,
  ) {
    const { row_id } = await this.access.channel(caller, { channel_id, datamart_id }, 'READER');
    return paged(await this.selections.list(row_id, page), page);
  }

  @Serves(createProcessingSelection)
  async create(
    @CurrentCaller() caller: Caller,
    @Param('channel_id', channelId) channel_id: string,
    @Query(parse(createProcessingSelection.query)) { datamart_id }: ChannelQuery,
    @Body() body: unknown,
  ) {
    const channel = await this.access.channel(caller, { channel_id, datamart_id }, 'EDITOR');
    const { processing_id } = parseOrThrow(bodyOf(createProcessingSelection), body);
    return ok(await this.selections.insert(channel, processing_id));
  }

  @Serves(getProcessingSelection)
  async get(
    @CurrentCaller() caller: Caller,
    @Param('channel_id', channelId) channel_id: string,
    @Param('selection_id', resourceId) id: string,
    @Query(parse(getProcessingSelection.query)) { datamart_id }: ChannelQuery,
  ) {
    const { row_id } = await this.access.channel(caller, { channel_id, datamart_id }, 'READER');
    return ok(await this.selections.get({ channel_id: row_id, id }));
  }

  @Serves(deleteProcessingSelection)
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('channel_id', channelId) channel_id: string,
    @Param('selection_id', resourceId) id: string,
    @Query(parse(deleteProcessingSelection.query)) { datamart_id }: ChannelQuery,
  ) {
    const { row_id } = await this.access.channel(caller, { channel_id, datamart_id }, 'EDITOR');
    await this.selections.delete({ channel_id: row_id, id });
    return deleted;
  }
}
