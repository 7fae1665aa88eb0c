import { Body, Controller, Param, Query } from '@nestjs/common';
import type { DocumentImport, DocumentImportInput } from '@tributary/contracts/imports/document-import';
import { IntegerId } from '@tributary/contracts/values/integer-id';
import type { ListQuery } from '@tributary/contracts/list-query';
import { documentImports } from '@tributary/contracts/endpoints/import-worker/document-imports.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { resourceId } from '@tributary/http/ids';
import { paged, type Paged } from '@tributary/http/paged';
import { parse } from '@tributary/http/parse';
import { deleted, ok, type Deleted, type Ok } from '@tributary/http/responses';
import { BlobStore } from '../blobs/blob.store.js';
import { DocumentImportsRepository } from './document-imports.repository.js';

const { listDocumentImports, createDocumentImport, getDocumentImport, updateDocumentImport, deleteDocumentImport } =
  documentImports.operations;

@Controller()
export class DocumentImportsController {
  constructor(
    private readonly imports: DocumentImportsRepository,
    private readonly blobs: BlobStore,
  ) {}

  @Serves(listDocumentImports)
  async list(
    @Param('datamart_id', parse(IntegerId)) datamart_id: string,
    @Query(parse(listDocumentImports.query)) page: ListQuery,
  ): Promise<Paged<DocumentImport>> {
    return paged(await this.imports.list(datamart_id, page), page);
  }

  @Serves(createDocumentImport)
  async create(
    @Param('datamart_id', parse(IntegerId)) datamart_id: string,
    @Body(parse(bodyOf(createDocumentImport))) input: DocumentImportInput,
  ): Promise<Ok<DocumentImport>> {
    return ok(await this.imports.insert(datamart_id, input));
  }

  @Serves(getDocumentImport)
  async get(
    @Param('datamart_id', parse(IntegerId)) datamart_id: string,
    @Param('document_import_id', resourceId) document_import_id: string,
  ): Promise<Ok<DocumentImport>> {
    return ok(await this.imports.get({ datamart_id, document_import_id }));
  }

  @Serves(updateDocumentImport)
  async update(
    @Param('datamart_id', parse(IntegerId)) datamart_id: string,
    @Param('document_import_id', resourceId) document_import_id: string,
    @Body(parse(bodyOf(updateDocumentImport))) input: DocumentImportInput,
  ): Promise<Ok<DocumentImport>> {
    return ok(await this.imports.update({ datamart_id, document_import_id }, input));
  }

  /** Deletes its executions too. Lines that one of them has applied stay applied. */
  @Serves(deleteDocumentImport)
  async delete(
    @Param('datamart_id', parse(IntegerId)) datamart_id: string,
    @Param('document_import_id', resourceId) document_import_id: string,
  ): Promise<Deleted> {
    const keys = await this.imports.delete({ datamart_id, document_import_id });
    // UploadHousekeeping removes the files that could not be removed now.
    await Promise.allSettled(keys.map((key) => this.blobs.remove(key)));
    return deleted;
  }
}
