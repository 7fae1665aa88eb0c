import { Body, Controller, Res, UseGuards } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { ReportRequest, ReportView } from '@tributary/contracts/analytics/report';
import { defaultTimeZone, ReportZone } from '@tributary/contracts/rules/report-zone';
import { reports } from '@tributary/contracts/endpoints/analytics/reports.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { parse } from '@tributary/http/parse';
import { ok, type Ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { DirectoryStore } from '@tributary/security/directory.store';
import type { FastifyReply } from 'fastify';
import { FactStore } from '../facts/fact.store.js';
import { SoleOwnerGuard } from '../facts/sole-owner.guard.js';
import { compileReport } from '../reports/compile-report.js';
import { periodOf } from '../reports/period-of.js';
import { reportView } from '../reports/report-view.js';
import { CollectionRecounts } from './collection-recounts.js';
import { collectionsCube } from './collections.cube.js';
import { findNamedIds } from './find-named-ids.js';
import { readableDatamarts, type DatamartOwners } from './readable-datamarts.js';

const { reportCollections } = reports.operations;

@UseGuards(SoleOwnerGuard)
@Controller()
export class CollectionsController {
  constructor(
    private readonly facts: FactStore,
    private readonly access: Access,
    private readonly directory: DirectoryStore,
    private readonly recounts: CollectionRecounts,
  ) {}

  @Serves(reportCollections)
  async report(
    @CurrentCaller() caller: Caller,
    @Body(parse(bodyOf(reportCollections))) request: ReportRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Ok<{ report_view: ReportView }>> {
    const now = Date.now();
    const zone = new ReportZone(request.time_zone ?? defaultTimeZone);
    const period = periodOf(request.date_ranges[0], now, zone);
    this.requireNamedIds(caller, request);
    const datamarts = readableDatamarts(this.directory, this.access, caller);
    if (period.to >= now) this.recounts.request(datamartsIn(request, datamarts), now);
    const cube = collectionsCube(this.facts.dialect, { datamarts, period, zone });
    const { columns, statement } = compileReport(this.facts.dialect, request, cube);
    void reply.header('x-time-zone', zone.name);
    // A report over several organisations counts as one of the caller's first.
    const owner = [caller.roles[0]?.organisation_id ?? '', `user ${caller.user_id}`];
    return ok({ report_view: reportView(columns, await this.facts.query(statement, owner)) });
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

/** The datamarts that a report names; otherwise all that the caller may read. */
function datamartsIn({ dimension_filter_clauses }: ReportRequest, readable: DatamartOwners[]): string[] {
  const named = findNamedIds(dimension_filter_clauses).flatMap(({ owner, ids }) =>
    owner === 'datamart_id' ? ids : [],
  );
  const all = readable.map(({ datamart_id }) => datamart_id);
  return named.length > 0 ? all.filter((id) => named.includes(id)) : all;
}
