import { Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { activityAnalyzers, visitAnalyzerModels } from '@tributary/contracts/endpoints/admin/analyzers.operations';
import { existing } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import { Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse } from '@tributary/http/parse';
import { Access } from '@tributary/security/access';
import { DirectoryStore } from '@tributary/security/directory.store';
import { FailuresRepository } from './failures.repository.js';

/** One resource under two names. */
@Controller()
export class FailuresController {
  constructor(
    private readonly failures: FailuresRepository,
    private readonly directory: DirectoryStore,
    private readonly access: Access,
  ) {}

  @Serves(activityAnalyzers.listAnalyzerFailures, visitAnalyzerModels.listAnalyzerFailures)
  async list(
    @CurrentCaller() caller: Caller,
    @Param('analyzer_id', resourceId) id: string,
    @Query(parse(activityAnalyzers.listAnalyzerFailures.query)) page: ListQuery,
  ) {
    const analyzer = existing(this.directory.analyzer(id));
    this.access.requireResource(caller, analyzer, 'READER');
    return paged(await this.failures.list(id, page), page);
  }
}
