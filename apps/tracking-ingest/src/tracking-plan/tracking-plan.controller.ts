import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { badData } from '@tributary/contracts/errors';
import {
  blockedReserved,
  EventTypeInput,
  EventTypePath,
  TrackingPlanInput,
} from '@tributary/contracts/tracking-plan/event-type';
import { ListQuery } from '@tributary/contracts/list-query';
import type { EventType, Overflowing } from '@tributary/contracts/tracking-plan/observed-event-type';
import { DatamartPath } from '@tributary/contracts/values/integer-id';
import '@tributary/http/caller';
import { paged, type Paged } from '@tributary/http/paged';
import { parse } from '@tributary/http/parse';
import { ok } from '@tributary/http/responses';
import { checkSchema, schemaLimits } from '@tributary/http/tracking-plan/check-schema';
import { badSchema } from '@tributary/http/tracking-plan/enforce-plan';
import type { FastifyContextConfig } from 'fastify';
import { EventTypesRepository } from './event-types.repository.js';
import { TrackingPlanRepository } from './tracking-plan.repository.js';

/** Each level of a schema is up to two of JSON: `properties` and the schema in it. Its `const` and `enum` hold any value. */
const deepBody: FastifyContextConfig = { maxDepth: 2 * schemaLimits.depth + 32 };

@Controller('v1/datamarts/:datamart_id')
export class TrackingPlanController {
  constructor(
    private readonly plans: TrackingPlanRepository,
    private readonly eventTypes: EventTypesRepository,
  ) {}

  @Get('event_types')
  async list(
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Query(parse(ListQuery)) query: ListQuery,
  ): Promise<Paged<EventType> & Overflowing> {
    const { overflow, ...page } = await this.eventTypes.list(datamart_id, query, Date.now());
    return { ...paged(page, query), overflow };
  }

  @Get('tracking_plan')
  async get(@Param(parse(DatamartPath)) { datamart_id }: DatamartPath) {
    return ok(await this.plans.get(datamart_id));
  }

  @Put('tracking_plan')
  @RouteConfig(deepBody)
  async replace(
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Body(parse(TrackingPlanInput)) plan: TrackingPlanInput,
  ) {
    plan.event_types.forEach(({ schema }, index) => requireSchema(`event_types[${index}].schema`, schema));
    return ok(await this.plans.replace(datamart_id, plan));
  }

  @Put('event_types/:event_name')
  @RouteConfig(deepBody)
  async put(@Param(parse(EventTypePath)) path: EventTypePath, @Body(parse(EventTypeInput)) input: EventTypeInput) {
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
