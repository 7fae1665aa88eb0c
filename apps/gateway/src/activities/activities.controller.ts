import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { ActivityReceipt } from '@tributary/contracts/tracking/activity';
import '@tributary/http/caller';
import '../access/request.guard.js';
import { ok, type Ok } from '@tributary/http/responses';
import type { FastifyRequest } from 'fastify';
import { ActivityCollector } from './activity-collector.js';

@Controller('v1/datamarts/:datamart_id/user_activities')
export class ActivitiesController {
  constructor(private readonly collector: ActivityCollector) {}

  @Post()
  @HttpCode(200)
  async collect(
    @Param('datamart_id') datamart_id: string,
    @Body() value: unknown,
    @Req() { bodyText: text = '', headers, signature }: FastifyRequest,
  ): Promise<Ok<ActivityReceipt>> {
    return ok(await this.collector.collect({ datamart_id, value, text, headers, signature }));
  }
}
