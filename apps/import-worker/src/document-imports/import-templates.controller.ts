import { Controller, Param, Query, Res } from '@nestjs/common';
import { badData, notFound } from '@tributary/contracts/errors';
import { contentTypes, type ImportTemplateQuery } from '@tributary/contracts/imports/document-import';
import { DocumentType } from '@tributary/contracts/imports/import-messages';
import { templateLines, templateRows } from '@tributary/contracts/imports/import-templates';
import { documentImports } from '@tributary/contracts/endpoints/import-worker/document-imports.operations';
import { Serves } from '@tributary/http/endpoints/serves';
import { parse } from '@tributary/http/parse';
import type { FastifyReply } from 'fastify';

const { getDocumentImportTemplate } = documentImports.operations;

@Controller()
export class ImportTemplatesController {
  @Serves(getDocumentImportTemplate)
  async get(
    @Param('document_type') segment: string,
    @Query(parse(getDocumentImportTemplate.query)) { mime_type }: ImportTemplateQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { data: document_type } = DocumentType.safeParse(segment);
    if (!document_type) throw notFound();
    const text = mime_type === 'TEXT_CSV' ? templateRows(document_type) : templateLines(document_type);
    if (text === undefined) throw badData('mime_type: TEXT_CSV is not valid for this document_type');
    await reply.type(contentTypes[mime_type]).send(text);
  }
}
