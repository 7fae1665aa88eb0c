import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { ExecutionAction, type DocumentImportExecution } from '@tributary/contracts/imports/document-import';
import { IntegerId } from '@tributary/contracts/values/integer-id';
import { ListQuery } from '@tributary/contracts/list-query';
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

@Controller('v1/datamarts/:datamart_id/document_imports/:document_import_id/executions')
export class ExecutionsController {
  constructor(
    private readonly imports: DocumentImportsRepository,
    private readonly executions: ExecutionsRepository,
    private readonly pipeline: Pipeline,
    private readonly events: ExecutionEvents,
  ) {}

  @Get()
  async list(
    @Param('datamart_id', parse(IntegerId)) datamart_id: string,
    @Param('document_import_id', resourceId) document_import_id: string,
    @Query(parse(ListQuery)) page: ListQuery,
  ): Promise<Paged<DocumentImportExecution>> {
    await this.imports.get({ datamart_id, document_import_id });
    return paged(await this.executions.list({ datamart_id, document_import_id }, page), page);
  }

  @Get(':execution_id')
  async get(
    @Param('datamart_id', parse(IntegerId)) datamart_id: string,
    @Param('document_import_id', resourceId) document_import_id: string,
    @Param('execution_id', resourceId) execution_id: string,
  ): Promise<Ok<DocumentImportExecution>> {
    return ok(await this.executions.get({ datamart_id, document_import_id, execution_id }));
  }

  @Post(':execution_id/action')
  @HttpCode(200)
  async act(
    @Param('datamart_id', parse(IntegerId)) datamart_id: string,
    @Param('document_import_id', resourceId) document_import_id: string,
    @Param('execution_id', resourceId) execution_id: string,
    @Body(parse(ExecutionAction)) { action }: ExecutionAction,
  ): Promise<Ok<DocumentImportExecution>> {
    const path = { datamart_id, document_import_id, execution_id };
    const execution = await (action === 'CANCEL' ? this.executions.requestCancel(path) : this.executions.retry(path));
    this.pipeline.wake();
    return ok(execution);
  }

  @Get(':execution_id/events')
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
