import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { activityAnalyzers, visitAnalyzerModels } from '@tributary/contracts/endpoints/admin/analyzers.operations';
import type { ListQuery } from '@tributary/contracts/list-query';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { ok } from '@tributary/http/responses';
import { AnalyzerAccess } from './analyzer-access.js';
import { AnalyzerPropertiesRepository } from './analyzer-properties.repository.js';
import { technicalName } from './technical-name.js';

@Controller()
export class AnalyzerPropertiesController {
  constructor(
    private readonly properties: AnalyzerPropertiesRepository,
    private readonly analyzers: AnalyzerAccess,
  ) {}

  /** A worker gets all at once, with the values of secrets: the SDK of plugins does not ask for further pages. */
  @Serves(activityAnalyzers.listAnalyzerProperties, visitAnalyzerModels.listAnalyzerProperties)
  async list(
    @CurrentCaller() caller: Caller,
    @Param('analyzer_id', resourceId) id: string,
    @Query(parse(activityAnalyzers.listAnalyzerProperties.query)) page: ListQuery,
  ) {
    await this.analyzers.findForReading(caller, id);
    if (caller.worker_of === undefined) return paged(await this.properties.list(id, page), page);
    const items = await this.properties.listWithSecrets(id);
    return paged({ items, total: items.length }, { first_result: 0, max_results: items.length });
  }

  @Serves(activityAnalyzers.putAnalyzerProperty, visitAnalyzerModels.putAnalyzerProperty)
  async update(
    @CurrentCaller() caller: Caller,
    @Param('analyzer_id', resourceId) analyzer_id: string,
    @Param('technical_name', technicalName) technical_name: string,
    @Body() body: unknown,
  ) {
    await this.analyzers.find(caller, analyzer_id, 'EDITOR');
    const input = parseOrThrow(bodyOf(activityAnalyzers.putAnalyzerProperty), body);
    return ok(await this.properties.update({ analyzer_id, technical_name }, input));
  }
}
