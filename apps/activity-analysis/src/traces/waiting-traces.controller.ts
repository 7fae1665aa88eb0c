import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { TraceQuestion, type TraceAnswer } from '@tributary/contracts/traces/activity-trace';
import { parse } from '@tributary/http/parse';
import { WaitingTracesRepository } from './waiting-traces.repository.js';

/** The traces of activities that wait for their analyzers. For gateways only, not public API. */
@Controller('internal/traces/waiting')
export class WaitingTracesController {
  constructor(private readonly traces: WaitingTracesRepository) {}

  @Post()
  @HttpCode(200)
  async find(@Body(parse(TraceQuestion)) question: TraceQuestion): Promise<TraceAnswer> {
    return { trace: (await this.traces.find(question)) ?? null };
  }
}
