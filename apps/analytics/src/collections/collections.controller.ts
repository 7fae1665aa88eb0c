import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { ReportRequest } from '@tributary/contracts/analytics/report';
import { CurrentCaller } from '@tributary/http/current-caller';
import { parse } from '@tributary/http/parse';
import { ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { DirectoryStore } from '@tributary/security/directory.store';
import { FactStore } from '../facts/fact.store.js';
import { SoleOwnerGuard } from '../facts/sole-owner.guard.js';
import { compileReport } from '../reports/compile-report.js';
import { resolvePeriod } from '../reports/date-range.js';
import { reportView } from '../reports/report-view.js';
import { collectionsCube } from './collections.cube.js';
import { findNamedIds } from './find-named-ids.js';
import { readableDatamarts } from './readable-datamarts.js';

@UseGuards(SoleOwnerGuard)
@Controller('v1/platform_monitoring/collections')
export class CollectionsController {
  constructor(
    private readonly facts: FactStore,
    private readonly access: Access,
    private readonly directory: DirectoryStore,
  ) {}

  @Post()
  @HttpCode(200)
  async report(@CurrentCaller() caller: Caller, @Body(parse(ReportRequest)) request: ReportRequest) {
    const period = resolvePeriod(request.date_ranges[0], Date.now());
    this.requireNamedIds(caller, request);
    const datamarts = readableDatamarts(this.directory, this.access, caller);
    const cube = collectionsCube(this.facts.dialect, { datamarts, period });
    const { columns, statement } = compileReport(this.facts.dialect, request, cube);
    return ok({ report_view: reportView(columns, await this.facts.query(statement, `user ${caller.user_id}`)) });
  }

  /** Only what the caller may read is counted. Other ids are refused all the same, so that a mistake does not look like 0. */
  private requireNamedIds(caller: Caller, { dimension_filter_clauses }: ReportRequest): void {
    for (const { owner, ids } of findNamedIds(dimension_filter_clauses)) {
      for (const id of ids) {
        if (owner === 'datamart_id') this.access.requireDatamart(caller, id, 'READER');
        else if (owner === 'organisation_id') this.access.requireOrganisation(caller, id, 'READER');
        else this.access.requireCommunity(caller, id, 'COMMUNITY_ADMIN');
      }
    }
  }
}
