import { Readable } from 'node:stream';
import { Controller, Query, Res } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { contentTypes, type DataFileQuery } from '@tributary/contracts/imports/document-import';
import { notFound } from '@tributary/contracts/errors';
import { documentImports } from '@tributary/contracts/endpoints/import-worker/document-imports.operations';
import { Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { parse } from '@tributary/http/parse';
import { Access } from '@tributary/security/access';
import type { FastifyReply } from 'fastify';
import { BlobMissing, BlobStore } from '../blobs/blob.store.js';
import { readDataFileUri, type DataFile } from '../executions/data-file-uri.js';
import { ExecutionsRepository, type FilesOfExecution } from '../executions/executions.repository.js';

const { downloadDataFile } = documentImports.operations;

@Controller()
export class DataFilesController {
  constructor(
    private readonly executions: ExecutionsRepository,
    private readonly blobs: BlobStore,
    private readonly access: Access,
  ) {}

  @Serves(downloadDataFile)
  async download(
    @Query(parse(downloadDataFile.query)) { uri }: DataFileQuery,
    @CurrentCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = readDataFileUri(uri);
    const files = file && (await this.executions.findFiles(file.execution_id));
    if (!files || !this.access.mayUseDatamart(caller, files.datamart_id, 'READER')) throw notFound();
    const { key, type } = storedAs(file.kind, files);
    if (key === null) throw notFound();
    const bytes = await this.blobs.read(key).catch((error: Error) => Promise.reject(asNotFound(error)));
    await reply.type(type).send(Readable.from(bytes, { objectMode: false }));
  }
}

function storedAs(kind: DataFile['kind'], { mime_type, input_key, error_key }: FilesOfExecution) {
  return kind === 'errors'
    ? { key: error_key, type: contentTypes.APPLICATION_X_NDJSON }
    : { key: input_key, type: contentTypes[mime_type] };
}

const asNotFound = (error: Error) => (error instanceof BlobMissing ? notFound() : error);
