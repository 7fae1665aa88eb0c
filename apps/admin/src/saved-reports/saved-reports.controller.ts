import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { ListQuery } from '@tributary/contracts/list-query';
import { SavedReportInput } from '@tributary/contracts/saved-reports/saved-report';
import { DatamartPath } from '@tributary/contracts/values/integer-id';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { deleted, ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { SavedReportsRepository, type ReportOwner } from './saved-reports.repository.js';

/** The reports that the caller has saved. Admins do not see those of others either. */
@Controller('v1/datamarts/:datamart_id/saved_reports')
export class SavedReportsController {
  constructor(
    private readonly reports: SavedReportsRepository,
    private readonly access: Access,
  ) {}

  @Get()
  async list(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Query(parse(ListQuery)) page: ListQuery,
  ) {
    return paged(await this.reports.list(this.ownerOf(caller, datamart_id), page), page);
  }

  @Post()
  @HttpCode(200)
  async create(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Body() body: unknown,
  ) {
    const owner = this.ownerOf(caller, datamart_id);
    return ok(await this.reports.insert(owner, parseOrThrow(SavedReportInput, body)));
  }

  @Get(':saved_report_id')
  async get(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Param('saved_report_id', resourceId) id: string,
  ) {
    return ok(await this.reports.get({ ...this.ownerOf(caller, datamart_id), id }));
  }

  @Put(':saved_report_id')
  async update(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Param('saved_report_id', resourceId) id: string,
    @Body() body: unknown,
  ) {
    const key = { ...this.ownerOf(caller, datamart_id), id };
    return ok(await this.reports.update(key, parseOrThrow(SavedReportInput, body)));
  }

  @Delete(':saved_report_id')
  async delete(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Param('saved_report_id', resourceId) id: string,
  ) {
    await this.reports.delete({ ...this.ownerOf(caller, datamart_id), id });
    return deleted;
  }

  private ownerOf(caller: Caller, datamart_id: string): ReportOwner {
    this.access.requireDatamart(caller, datamart_id, 'READER');
    return { user_id: caller.user_id, datamart_id };
  }
}
