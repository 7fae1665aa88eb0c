import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import {
  ActivityAnalyzerInput,
  ActivityAnalyzerListQuery,
  NewActivityAnalyzerQuery,
  type ActivityAnalyzer,
  type AnalyzerForWorker,
} from '@tributary/contracts/admin/plugins/activity-analyzer';
import { badData, constraintViolation } from '@tributary/contracts/errors';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { deleted, ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { ActivityAnalyzersRepository } from './activity-analyzers.repository.js';
import { AnalyzerAccess } from './analyzer-access.js';
import { analyzerPaths } from './analyzer-paths.js';

@Controller(analyzerPaths)
export class ActivityAnalyzersController {
  constructor(
    private readonly analyzers: ActivityAnalyzersRepository,
    private readonly analyzerAccess: AnalyzerAccess,
    private readonly access: Access,
  ) {}

  @Get()
  async list(
    @CurrentCaller() caller: Caller,
    @Query(parse(ActivityAnalyzerListQuery)) query: ActivityAnalyzerListQuery,
  ) {
    this.access.requireOrganisation(caller, query.organisation_id, 'READER');
    return paged(await this.analyzers.list(query), query);
  }

  @Post()
  @HttpCode(200)
  async create(
    @CurrentCaller() caller: Caller,
    @Query(parse(NewActivityAnalyzerQuery)) { organisation_id: named }: NewActivityAnalyzerQuery,
    @Body() body: unknown,
  ) {
    if (named === undefined) this.access.requireSomewhere(caller, 'EDITOR');
    else this.access.requireOrganisation(caller, named, 'EDITOR');
    const input = parseOrThrow(ActivityAnalyzerInput, body);
    const organisation_id = named ?? input.organisation_id;
    if (organisation_id === undefined) throw badData('organisation_id: is required in the query or the body');
    this.access.requireOrganisation(caller, organisation_id, 'EDITOR');
    this.requireSameOrganisation(caller, organisation_id, input);
    return ok(await this.analyzers.insert(organisation_id, input));
  }

  @Get(':analyzer_id')
  async get(@CurrentCaller() caller: Caller, @Param('analyzer_id', resourceId) id: string) {
    const analyzer = await this.analyzerAccess.findForReading(caller, id);
    return ok(caller.worker_of === undefined ? analyzer : forWorker(analyzer));
  }

  @Put(':analyzer_id')
  async update(@CurrentCaller() caller: Caller, @Param('analyzer_id', resourceId) id: string, @Body() body: unknown) {
    await this.analyzerAccess.find(caller, id, 'EDITOR');
    // Read-only after the creation, so a body may say anything of it.
    const input = { ...parseOrThrow(ActivityAnalyzerInput, body), organisation_id: undefined };
    return ok(await this.analyzers.update(id, input));
  }

  @Delete(':analyzer_id')
  async delete(@CurrentCaller() caller: Caller, @Param('analyzer_id', resourceId) id: string) {
    await this.analyzerAccess.find(caller, id, 'EDITOR');
    await this.analyzers.delete(id);
    return deleted;
  }

  private requireSameOrganisation(caller: Caller, expected: string, { organisation_id }: ActivityAnalyzerInput): void {
    if (organisation_id === undefined || organisation_id === expected) return;
    this.access.requireOrganisation(caller, organisation_id, 'READER');
    throw constraintViolation(`organisation_id: must be ${expected}, or absent`);
  }
}

const forWorker = (analyzer: ActivityAnalyzer): AnalyzerForWorker => ({
  ...analyzer,
  visit_analyzer_plugin_id: Number(analyzer.visit_analyzer_plugin_id),
});
