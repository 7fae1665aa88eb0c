import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { TraceQuestion } from '@tributary/contracts/traces/activity-trace';
import { parse } from '@tributary/http/parse';
import { FactStore } from '../facts/fact.store.js';
import { SoleOwnerGuard } from '../facts/sole-owner.guard.js';

/** Up to when reports are complete. For gateways only, not public API. */
@UseGuards(SoleOwnerGuard)
@Controller('internal/watermark')
export class WatermarkController {
  constructor(private readonly facts: FactStore) {}

  @Post()
  @HttpCode(200)
  async read(@Body(parse(TraceQuestion)) { datamart_id }: TraceQuestion): Promise<{ watermark: number }> {
    return { watermark: await this.facts.watermark(datamart_id) };
  }
}
