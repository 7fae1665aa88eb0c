import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type {
  ActivityAnalyzer,
  ActivityAnalyzerInput,
  ActivityAnalyzerListQuery,
  AnalyzerForWorker,
  NewActivityAnalyzerQuery,
} from '@tributary/contracts/admin/plugins/activity-analyzer';
import { activityAnalyzers, visitAnalyzerModels } from '@tributary/contracts/endpoints/admin/analyzers.operations';
import { badData, constraintViolation } from '@tributary/contracts/errors';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { deleted, ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { ActivityAnalyzersRepository } from './activity-analyzers.repository.js';
import { AnalyzerAccess } from './analyzer-access.js';

@Controller()
export class ActivityAnalyzersController {
  constructor(
    private readonly analyzers: ActivityAnalyzersRepository,
    private readonly analyzerAccess: AnalyzerAccess,
    private readonly access: Access,
  ) {}

  @Serves(activityAnalyzers.listAnalyzers, visitAnalyzerModels.listAnalyzers)
  async list(
    @CurrentCaller() caller: Caller,
    @Query(parse(activityAnalyzers.listAnalyzers.query)) query: ActivityAnalyzerListQuery,
  ) {
    this.access.requireOrganisation(caller, query.organisation_id, 'READER');
    return paged(await this.analyzers.list(query), query);
  }

  @Serves(activityAnalyzers.createAnalyzer, visitAnalyzerModels.createAnalyzer)
  async create(
    @CurrentCaller() caller: Caller,
    @Query(parse(activityAnalyzers.createAnalyzer.query)) { organisation_id: named }: NewActivityAnalyzerQuery,
    @Body() body: unknown,
  ) {
    if (named === undefined) this.access.requireSomewhere(caller, 'EDITOR');
    else this.access.requireOrganisation(caller, named, 'EDITOR');
    const input = parseOrThrow(bodyOf(activityAnalyzers.createAnalyzer), body);
    const organisation_id = named ?? input.organisation_id;
    if (organisation_id === undefined) throw badData('organisation_id: is required in the query or the body');
    this.access.requireOrganisation(caller, organisation_id, 'EDITOR');
    this.requireSameOrganisation(caller, organisation_id, input);
    return ok(await this.analyzers.insert(organisation_id, input));
  }

  @Serves(activityAnalyzers.getAnalyzer, visitAnalyzerModels.getAnalyzer)
  async get(@CurrentCaller() caller: Caller, @Param('analyzer_id', resourceId) id: string) {
    const analyzer = await this.analyzerAccess.findForReading(caller, id);
    return ok(caller.worker_of === undefined ? analyzer : forWorker(analyzer));
  }

  @Serves(activityAnalyzers.updateAnalyzer, visitAnalyzerModels.updateAnalyzer)
  async update(@CurrentCaller() caller: Caller, @Param('analyzer_id', resourceId) id: string, @Body() body: unknown) {
    await this.analyzerAccess.find(caller, id, 'EDITOR');
    return ok(await this.analyzers.update(id, parseOrThrow(bodyOf(activityAnalyzers.updateAnalyzer), body)));
  }

  @Serves(activityAnalyzers.deleteAnalyzer, visitAnalyzerModels.deleteAnalyzer)
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
