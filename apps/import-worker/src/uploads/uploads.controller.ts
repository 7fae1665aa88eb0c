import { Controller, Param, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { Caller } from '@tributary/contracts/admin/access';
import { UploadHeaders, type DocumentImportExecution } from '@tributary/contracts/imports/document-import';
import { IntegerId } from '@tributary/contracts/values/integer-id';
import { documentImports } from '@tributary/contracts/endpoints/import-worker/document-imports.operations';
import { Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { parse, parseOrThrow } from '@tributary/http/parse';
import '@tributary/http/limits/connection';
import { ok, type Ok } from '@tributary/http/responses';
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import { DocumentImportsRepository } from '../document-imports/document-imports.repository.js';
import { Pipeline } from '../scheduling/pipeline.js';
import { RepeatableUploads } from './repeatable-uploads.js';
import { UploadReceiver } from './upload-receiver.js';

const { createDocumentImportExecution } = documentImports.operations;

/** An uploaded file creates an execution; `ExecutionsController` serves it afterwards. */
@Controller()
export class UploadsController {
  constructor(
    private readonly imports: DocumentImportsRepository,
    private readonly uploads: UploadReceiver,
    private readonly repeatable: RepeatableUploads,
    private readonly pipeline: Pipeline,
  ) {}

  @Serves(createDocumentImportExecution)
  @RouteConfig({ streamsBody: true } satisfies FastifyContextConfig)
  async create(
    @Param('datamart_id', parse(IntegerId)) datamart_id: string,
    @Param('document_import_id', resourceId) document_import_id: string,
    @CurrentCaller() caller: Caller,
    @Req() { raw }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Ok<DocumentImportExecution>> {
    const { 'Idempotency-Key': idempotency_key } = parseOrThrow(UploadHeaders, {
      'Idempotency-Key': raw.headers['idempotency-key'],
    });
    const documentImport = await this.imports.get({ datamart_id, document_import_id });
    const upload = { documentImport, caller, raw };
    const { execution, isReplay } =
      idempotency_key === undefined
        ? { execution: await this.uploads.receive(upload), isReplay: false }
        : await this.repeatable.receive(upload, idempotency_key);
    if (isReplay) void reply.header('idempotent-replay', 'true');
    this.pipeline.wake();
    return ok(execution);
  }
}
