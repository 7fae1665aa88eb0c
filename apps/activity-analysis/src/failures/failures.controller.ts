import { Controller, Get, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { notFound } from '@tributary/contracts/errors';
import { ListQuery } from '@tributary/contracts/list-query';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse } from '@tributary/http/parse';
import { Access } from '@tributary/security/access';
import { DirectoryStore } from '@tributary/security/directory.store';
import { FailuresRepository } from './failures.repository.js';

/** One resource under two names. */
@Controller(['v1/activity_analyzers', 'v1/visit_analyzer_models'])
export class FailuresController {
  constructor(
    private readonly failures: FailuresRepository,
    private readonly directory: DirectoryStore,
    private readonly access: Access,
  ) {}

  @Get(':analyzer_id/failures')
  async list(
    @CurrentCaller() caller: Caller,
    @Param('analyzer_id', resourceId) id: string,
    @Query(parse(ListQuery)) page: ListQuery,
  ) {
    const analyzer = this.directory.analyzer(id);
    if (!analyzer) throw notFound();
    this.access.requireResource(caller, analyzer, 'READER');
    return paged(await this.failures.list(id, page), page);
  }
}
