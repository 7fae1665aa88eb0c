import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { DashboardRegistrationInput, DashboardRegistrationUpdate } from '@tributary/contracts/admin/dashboard';
import type {
  DashboardListQuery,
  DashboardQuery,
  NewDashboardQuery,
} from '@tributary/contracts/admin/dashboard-queries';
import { constraintViolation } from '@tributary/contracts/errors';
import { dashboards } from '@tributary/contracts/endpoints/admin/dashboards.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { deleted, ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { DashboardsRepository } from './dashboards.repository.js';

const { listDashboards, createDashboard, getDashboard, updateDashboard, deleteDashboard } = dashboards.operations;

@Controller()
export class DashboardsController {
  constructor(
    private readonly dashboards: DashboardsRepository,
    private readonly access: Access,
  ) {}

  @Serves(listDashboards)
  async list(@Query(parse(listDashboards.query)) query: DashboardListQuery) {
    return paged(await this.dashboards.list(query), query);
  }

  @Serves(createDashboard)
  async create(
    @Query(parse(createDashboard.query)) query: NewDashboardQuery,
    @CurrentCaller() caller: Caller,
    @Body() body: unknown,
  ) {
    this.access.requireSomewhere(caller, 'EDITOR');
    const input = parseOrThrow(bodyOf(createDashboard), body);
    // The gateway has checked the query only.
    this.access.requireOrganisation(caller, input.organisation_id, 'EDITOR');
    this.access.requireCommunity(caller, input.community_id, 'READER');
    requireSameOrganisation(input, query);
    return ok(await this.dashboards.insert(input, auditStamp(caller)));
  }

  @Serves(getDashboard)
  async get(
    @Param('dashboard_id', resourceId) id: string,
    @Query(parse(getDashboard.query)) { organisation_id }: DashboardQuery,
  ) {
    return ok(await this.dashboards.get({ id, organisation_id }));
  }

  @Serves(updateDashboard)
  async update(
    @Param('dashboard_id', resourceId) id: string,
    @Query(parse(updateDashboard.query)) query: DashboardQuery,
    @CurrentCaller() caller: Caller,
    @Body(parse(bodyOf(updateDashboard))) body: DashboardRegistrationUpdate,
  ) {
    const input = { ...body, organisation_id: body.organisation_id ?? query.organisation_id };
    requireSameOrganisation(input, query);
    this.access.requireCommunity(caller, input.community_id, 'READER');
    return ok(await this.dashboards.update({ id, ...query }, input, auditStamp(caller)));
  }

  @Serves(deleteDashboard)
  async delete(
    @Param('dashboard_id', resourceId) id: string,
    @Query(parse(deleteDashboard.query)) { organisation_id }: DashboardQuery,
  ) {
    await this.dashboards.delete({ id, organisation_id });
    return deleted;
  }
}

function requireSameOrganisation({ organisation_id }: DashboardRegistrationInput, query: NewDashboardQuery): void {
  if (query.organisation_id !== undefined && query.organisation_id !== organisation_id)
    throw constraintViolation('organisation_id: the body and the query name different organisations');
}

const auditStamp = ({ user_id }: Caller) => ({ user_id, now: Date.now() });
