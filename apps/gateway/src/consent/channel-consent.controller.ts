import { Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { type ChannelPageQuery, isChannelId } from '@tributary/contracts/admin/channel';
import type {
  SelectionPreviewQuery,
  RefusedByChoice,
  SelectionPreview,
} from '@tributary/contracts/consent/channel-consent';
import { notFound } from '@tributary/contracts/errors';
import { processings } from '@tributary/contracts/endpoints/admin/processings.operations';
import { Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { paged, type Paged } from '@tributary/http/paged';
import { parse } from '@tributary/http/parse';
import { ok, type Ok } from '@tributary/http/responses';
import { ConsentSource } from './consent-source.js';

const { previewProcessingSelection, listRefusedByChoice } = processings.operations;

@Controller()
export class ChannelConsentController {
  constructor(private readonly source: ConsentSource) {}

  @Serves(previewProcessingSelection)
  async preview(
    @CurrentCaller() caller: Caller,
    @Param('channel_id') channel_id: string,
    @Query(parse(previewProcessingSelection.query)) query: SelectionPreviewQuery,
  ): Promise<Ok<SelectionPreview>> {
    const { processing, ...channel } = await this.scope({ caller, channel_id, ...query });
    if (!processing) throw new Error('admin answers with the processing of the question');
    return ok(await this.source.preview({ ...channel, processing }));
  }

  @Serves(listRefusedByChoice)
  async refused(
    @CurrentCaller() caller: Caller,
    @Param('channel_id') channel_id: string,
    @Query(parse(listRefusedByChoice.query)) { datamart_id, ...page }: ChannelPageQuery,
  ): Promise<Paged<RefusedByChoice>> {
    const channel = await this.scope({ caller, channel_id, datamart_id });
    return paged(await this.source.refused({ ...channel, ...page }), page);
  }

  private scope(question: Parameters<ConsentSource['scope']>[0]): ReturnType<ConsentSource['scope']> {
    if (!isChannelId(question.channel_id)) throw notFound();
    return this.source.scope(question);
  }
}
