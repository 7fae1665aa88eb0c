import { Controller, Get, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { ChannelPageQuery, isChannelId } from '@tributary/contracts/admin/channel';
import {
  SelectionPreviewQuery,
  type RefusedByChoice,
  type SelectionPreview,
} from '@tributary/contracts/consent/channel-consent';
import { notFound } from '@tributary/contracts/errors';
import { CurrentCaller } from '@tributary/http/current-caller';
import { paged, type Paged } from '@tributary/http/paged';
import { parse } from '@tributary/http/parse';
import { ok, type Ok } from '@tributary/http/responses';
import { ConsentSource } from './consent-source.js';

@Controller('v1/channels/:channel_id')
export class ChannelConsentController {
  constructor(private readonly source: ConsentSource) {}

  @Get('processing_selections/preview')
  async preview(
    @CurrentCaller() caller: Caller,
    @Param('channel_id') channel_id: string,
    @Query(parse(SelectionPreviewQuery)) query: SelectionPreviewQuery,
  ): Promise<Ok<SelectionPreview>> {
    const { processing, ...channel } = await this.scope({ caller, channel_id, ...query });
    if (!processing) throw new Error('admin answers with the processing of the question');
    return ok(await this.source.preview({ ...channel, processing }));
  }

  @Get('refused_by_choice')
  async refused(
    @CurrentCaller() caller: Caller,
    @Param('channel_id') channel_id: string,
    @Query(parse(ChannelPageQuery)) { datamart_id, ...page }: ChannelPageQuery,
  ): Promise<Paged<RefusedByChoice>> {
    const channel = await this.scope({ caller, channel_id, datamart_id });
    return paged(await this.source.refused({ ...channel, ...page }), page);
  }

  private scope(question: Parameters<ConsentSource['scope']>[0]): ReturnType<ConsentSource['scope']> {
    if (!isChannelId(question.channel_id)) throw notFound();
    return this.source.scope(question);
  }
}
