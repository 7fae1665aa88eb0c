import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { savedReports } from '@tributary/contracts/endpoints/admin/saved-reports.operations';
import type { ListQuery } from '@tributary/contracts/list-query';
import { DatamartPath } from '@tributary/contracts/values/integer-id';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { deleted, ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { SavedReportsRepository, type ReportOwner } from './saved-reports.repository.js';

const { listSavedReports, createSavedReport, getSavedReport, updateSavedReport, deleteSavedReport } =
  savedReports.operations;

/** The reports that the caller has saved. Admins do not see those of others either. */
@Controller()
export class SavedReportsController {
  constructor(
    private readonly reports: SavedReportsRepository,
    private readonly access: Access,
  ) {}

  @Serves(listSavedReports)
  async list(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Query(parse(listSavedReports.query)) page: ListQuery,
  ) {
    return paged(await this.reports.list(this.ownerOf(caller, datamart_id), page), page);
  }

  @Serves(createSavedReport)
  async create(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Body() body: unknown,
  ) {
    const owner = this.ownerOf(caller, datamart_id);
    return ok(await this.reports.insert(owner, parseOrThrow(bodyOf(createSavedReport), body)));
  }

  @Serves(getSavedReport)
  async get(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Param('saved_report_id', resourceId) id: string,
  ) {
    return ok(await this.reports.get({ ...this.ownerOf(caller, datamart_id), id }));
  }

  @Serves(updateSavedReport)
  async update(
    @CurrentCaller() caller: Caller,
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Param('saved_report_id', resourceId) id: string,
    @Body() body: unknown,
  ) {
    const key = { ...this.ownerOf(caller, datamart_id), id };
    return ok(await this.reports.update(key, parseOrThrow(bodyOf(updateSavedReport), body)));
  }

  @Serves(deleteSavedReport)
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
