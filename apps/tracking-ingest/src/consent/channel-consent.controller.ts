import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import {
  PreviewQuestion,
  RefusedByChoiceQuestion,
  type RefusedByChoicePage,
  type SelectionPreview,
} from '@tributary/contracts/consent/channel-consent';
import { parse } from '@tributary/http/parse';
import { RefusedByChoiceRepository } from './refused-by-choice.repository.js';
import { SelectionPreviews } from './selection-previews.js';

/** The refusals of choices on a channel. For gateways only, not public API. */
@Controller('internal')
export class ChannelConsentController {
  constructor(
    private readonly previews: SelectionPreviews,
    private readonly refused: RefusedByChoiceRepository,
  ) {}

  @Post('selection_previews')
  @HttpCode(200)
  preview(@Body(parse(PreviewQuestion)) question: PreviewQuestion): Promise<SelectionPreview> {
    return this.previews.preview(question, Date.now());
  }

  @Post('refused_by_choice')
  @HttpCode(200)
  list(@Body(parse(RefusedByChoiceQuestion)) question: RefusedByChoiceQuestion): Promise<RefusedByChoicePage> {
    return this.refused.list(question, Date.now());
  }
}
