import { Body, Controller, Headers, HttpCode, Param, Post, Req } from '@nestjs/common';
import { Publisher } from '@tributary/bus/publisher';
import type { ActivityReceipt } from '@tributary/contracts/activity';
import { activityReceived } from '@tributary/contracts/topics';
import { UserActivity } from '@tributary/contracts/user-activity';
import { parse } from '@tributary/http/parse';
import { ok, type Ok } from '@tributary/http/responses';
import '@tributary/http/caller';
import type { FastifyRequest } from 'fastify';
import { activityId } from './activity-id.js';
import { identifiersOf } from './identifiers-of.js';

@Controller('v1/datamarts/:datamart_id/user_activities')
export class ActivitiesController {
  constructor(private readonly publisher: Publisher) {}

  /** Answers once the activity is durable. */
  @Post()
  @HttpCode(200)
  async collect(
    @Param('datamart_id') datamart_id: string,
    @Body(parse(UserActivity)) activity: UserActivity,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Req() { bodyText = '' }: FastifyRequest,
  ): Promise<Ok<ActivityReceipt>> {
    const received_ts = Date.now();
    const activity_id = activityId(activity.$unique_key, idempotencyKey);
    const identifiers = identifiersOf(activity);
    const value = { datamart_id, activity_id, received_ts, identifiers, body: bodyText };
    await this.publisher.publish(activityReceived, [{ id: `${datamart_id}/${activity_id}`, time: received_ts, value }]);
    return ok({ id: activity_id, received_ts });
  }
}
