import { Body, Controller, Param, Query, Res } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { ExecutionAction, DocumentImportExecution } from '@tributary/contracts/imports/document-import';
import { IntegerId } from '@tributary/contracts/values/integer-id';
import type { ListQuery } from '@tributary/contracts/list-query';
import { documentImports } from '@tributary/contracts/endpoints/import-worker/document-imports.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged, type Paged } from '@tributary/http/paged';
import { parse } from '@tributary/http/parse';
import { ok, type Ok } from '@tributary/http/responses';
import type { FastifyReply } from 'fastify';
import { DocumentImportsRepository } from '../document-imports/document-imports.repository.js';
import { Pipeline } from '../scheduling/pipeline.js';
import { ExecutionEvents } from './execution-events.js';
import { ExecutionsRepository } from './executions.repository.js';

const {
  listDocumentImportExecutions,
  getDocumentImportExecution,
  actOnDocumentImportExecution,
  followDocumentImportExecution,
} = documentImports.operations;

@Controller()
export class ExecutionsController {
  constructor(
    private readonly imports: DocumentImportsRepository,
    private readonly executions: ExecutionsRepository,
    private readonly pipeline: Pipeline,
    private readonly events: ExecutionEvents,
  ) {}

  @Serves(listDocumentImportExecutions)
  async list(
    @Param('datamart_id', parse(IntegerId)) datamart_id: string,
    @Param('document_import_id', resourceId) document_import_id: string,
    @Query(parse(listDocumentImportExecutions.query)) page: ListQuery,
  ): Promise<Paged<DocumentImportExecution>> {
    await this.imports.get({ datamart_id, document_import_id });
    return paged(await this.executions.list({ datamart_id, document_import_id }, page), page);
  }

  @Serves(getDocumentImportExecution)
  async get(
    @Param('datamart_id', parse(IntegerId)) datamart_id: string,
    @Param('document_import_id', resourceId) document_import_id: string,
    @Param('execution_id', resourceId) execution_id: string,
  ): Promise<Ok<DocumentImportExecution>> {
    return ok(await this.executions.get({ datamart_id, document_import_id, execution_id }));
  }

  @Serves(actOnDocumentImportExecution)
  async act(
    @Param('datamart_id', parse(IntegerId)) datamart_id: string,
    @Param('document_import_id', resourceId) document_import_id: string,
    @Param('execution_id', resourceId) execution_id: string,
    @Body(parse(bodyOf(actOnDocumentImportExecution))) { action }: ExecutionAction,
  ): Promise<Ok<DocumentImportExecution>> {
    const path = { datamart_id, document_import_id, execution_id };
    const execution = await (action === 'CANCEL' ? this.executions.requestCancel(path) : this.executions.retry(path));
    this.pipeline.wake();
    return ok(execution);
  }

  @Serves(followDocumentImportExecution)
  async follow(
    @Param('datamart_id', parse(IntegerId)) datamart_id: string,
    @Param('document_import_id', resourceId) document_import_id: string,
    @Param('execution_id', resourceId) execution_id: string,
    @CurrentCaller() { user_id }: Caller,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const events = await this.events.follow({ datamart_id, document_import_id, execution_id }, user_id);
    await reply.type('text/event-stream').header('cache-control', 'no-store').send(events);
  }
}
