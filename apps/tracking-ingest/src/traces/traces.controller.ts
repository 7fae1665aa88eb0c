import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { TraceQuestion, type TraceAnswer } from '@tributary/contracts/traces/activity-trace';
import { parse } from '@tributary/http/parse';
import { TracesRepository } from './traces.repository.js';

/** The traces of activities that have ended. For gateways only, not public API. */
@Controller('internal/traces/ended')
export class TracesController {
  constructor(private readonly traces: TracesRepository) {}

  @Post()
  @HttpCode(200)
  async find(@Body(parse(TraceQuestion)) { datamart_id, activity_id }: TraceQuestion): Promise<TraceAnswer> {
    return { trace: (await this.traces.find(datamart_id, activity_id, Date.now())) ?? null };
  }
}
