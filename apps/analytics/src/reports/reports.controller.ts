import { Body, Controller, Param, Res, UseGuards } from '@nestjs/common';
import { DatamartPath } from '@tributary/contracts/values/integer-id';
import { explainedRangeHeader, type ReportScope } from '@tributary/contracts/analytics/explanation';
import type { ActivitiesReportRequest, ReportView } from '@tributary/contracts/analytics/report';
import { reports } from '@tributary/contracts/endpoints/analytics/reports.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { parse } from '@tributary/http/parse';
import { ok, type Ok } from '@tributary/http/responses';
import type { FastifyReply } from 'fastify';
import { DirectoryStore } from '@tributary/security/directory.store';
import { FactStore } from '../facts/fact.store.js';
import { SoleOwnerGuard } from '../facts/sole-owner.guard.js';
import { activitiesCube } from './activities.cube.js';
import { compileReport } from './compile-report.js';
import { periodOf } from './period-of.js';
import { reportView } from './report-view.js';
import { ReportZone } from '@tributary/contracts/rules/report-zone';

const { reportUserActivities } = reports.operations;

@UseGuards(SoleOwnerGuard)
@Controller()
export class ReportsController {
  constructor(
    private readonly facts: FactStore,
    private readonly directory: DirectoryStore,
  ) {}

  @Serves(reportUserActivities)
  async report(
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Body(parse(bodyOf(reportUserActivities))) request: ActivitiesReportRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Ok<{ report_view: ReportView; explain?: ReportScope }>> {
    const now = Date.now();
    const zone = new ReportZone(request.time_zone ?? this.directory.timeZoneOf(datamart_id));
    const period = periodOf(request.date_ranges[0], now, zone);
    const cube = activitiesCube(this.facts.dialect, { datamart_id, period, zone, now });
    const { columns, statement } = compileReport(this.facts.dialect, request, cube);
    // Read before the rows, so that the rows include at least everything up to the watermark.
    const watermark = await this.facts.watermark(datamart_id);
    const organisation_id = this.directory.organisationOf(datamart_id) ?? '';
    const rows = await this.facts.query(statement, [organisation_id, datamart_id]);
    void reply.header('x-data-watermark', String(watermark)).header('x-time-zone', zone.name);
    const report_view = reportView(columns, rows);
    if (!request.explain) return ok({ report_view });
    const { from: from_ts, to: to_ts } = period;
    void reply.header(explainedRangeHeader, `${from_ts},${to_ts}`);
    // Last: the gateway goes on where it ends.
    return ok({ report_view, explain: { watermark, time_zone: zone.name, from_ts, to_ts } });
  }
}
