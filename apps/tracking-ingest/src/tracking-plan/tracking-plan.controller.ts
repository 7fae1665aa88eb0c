import { Body, Controller, Param, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { badData } from '@tributary/contracts/errors';
import {
  blockedReserved,
  type EventTypeInput,
  EventTypePath,
  type TrackingPlanInput,
} from '@tributary/contracts/tracking-plan/event-type';
import type { ListQuery } from '@tributary/contracts/list-query';
import type { EventType, Overflowing } from '@tributary/contracts/tracking-plan/observed-event-type';
import { DatamartPath } from '@tributary/contracts/values/integer-id';
import { trackingPlan } from '@tributary/contracts/endpoints/tracking-ingest/tracking-plan.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import '@tributary/http/caller';
import { paged, type Paged } from '@tributary/http/paged';
import { parse } from '@tributary/http/parse';
import { ok } from '@tributary/http/responses';
import { checkSchema, schemaLimits } from '@tributary/http/tracking-plan/check-schema';
import { badSchema } from '@tributary/http/tracking-plan/enforce-plan';
import type { FastifyContextConfig } from 'fastify';
import { EventTypesRepository } from './event-types.repository.js';
import { TrackingPlanRepository } from './tracking-plan.repository.js';

const { listEventTypes, getTrackingPlan, putTrackingPlan, putEventType } = trackingPlan.operations;

/** Each level of a schema is up to two of JSON: `properties` and the schema in it. Its `const` and `enum` hold any value. */
const deepBody: FastifyContextConfig = { maxDepth: 2 * schemaLimits.depth + 32 };

@Controller()
export class TrackingPlanController {
  constructor(
    private readonly plans: TrackingPlanRepository,
    private readonly eventTypes: EventTypesRepository,
  ) {}

  @Serves(listEventTypes)
  async list(
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Query(parse(listEventTypes.query)) query: ListQuery,
  ): Promise<Paged<EventType> & Overflowing> {
    const { overflow, ...page } = await this.eventTypes.list(datamart_id, query, Date.now());
    return { ...paged(page, query), overflow };
  }

  @Serves(getTrackingPlan)
  async get(@Param(parse(DatamartPath)) { datamart_id }: DatamartPath) {
    return ok(await this.plans.get(datamart_id));
  }

  @Serves(putTrackingPlan)
  @RouteConfig(deepBody)
  async replace(
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Body(parse(bodyOf(putTrackingPlan))) plan: TrackingPlanInput,
  ) {
    plan.event_types.forEach(({ schema }, index) => requireSchema(`event_types[${index}].schema`, schema));
    return ok(await this.plans.replace(datamart_id, plan));
  }

  @Serves(putEventType)
  @RouteConfig(deepBody)
  async put(
    @Param(parse(EventTypePath)) path: EventTypePath,
    @Body(parse(bodyOf(putEventType))) input: EventTypeInput,
  ) {
    const problem = blockedReserved({ name: path.event_name, status: input.status });
    if (problem) throw badData(problem);
    requireSchema('schema', input.schema);
    return ok(await this.plans.put(path, input));
  }
}

function requireSchema(field: string, schema: EventTypeInput['schema']): void {
  const problem = schema === undefined ? undefined : checkSchema(schema);
  if (problem !== undefined) throw badSchema(field, problem);
}
