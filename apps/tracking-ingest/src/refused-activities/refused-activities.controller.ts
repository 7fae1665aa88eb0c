import { Controller, Param, Query, Req, Res } from '@nestjs/common';
import { badData } from '@tributary/contracts/errors';
import type { ActivityReceipt } from '@tributary/contracts/tracking/activity';
import type { RefusalsQuery, KeptRefusal } from '@tributary/contracts/refusals/refused-activity';
import { DatamartPath } from '@tributary/contracts/values/integer-id';
import { refusedActivities } from '@tributary/contracts/endpoints/tracking-ingest/activity-outcomes.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import '@tributary/http/caller';
import { rawMembers } from '@tributary/http/body/raw-members';
import { paged, type Paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { ok, type Ok } from '@tributary/http/responses';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RefusedActivitiesRepository } from './refused-activities.repository.js';

const { listRefusedActivities, actOnRefusedActivity } = refusedActivities.operations;

@Controller()
export class RefusedActivitiesController {
  constructor(private readonly refusals: RefusedActivitiesRepository) {}

  @Serves(listRefusedActivities)
  async list(
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Query(parse(listRefusedActivities.query)) query: RefusalsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Paged<KeptRefusal>> {
    const { dropped, ...page } = await this.refusals.list(datamart_id, query, Date.now());
    void reply.header('x-dropped', dropped);
    return paged(page, query);
  }

  @Serves(actOnRefusedActivity)
  async act(
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Param('refused_activity_id') refused_activity_id: string,
    @Req() { body, bodyText = '' }: FastifyRequest,
  ): Promise<Ok<ActivityReceipt>> {
    const { activity: value } = parseOrThrow(bodyOf(actOnRefusedActivity), body);
    const text = rawMembers(bodyText).get('activity');
    if (value && text === undefined) throw badData('activity: must be an object');
    const repaired = value && text !== undefined ? { text, value } : undefined;
    return ok(await this.refusals.retry({ datamart_id, refused_activity_id }, repaired));
  }
}
