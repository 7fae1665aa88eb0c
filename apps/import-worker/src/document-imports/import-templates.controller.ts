import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { badData, notFound } from '@tributary/contracts/errors';
import { contentTypes, ImportTemplateQuery } from '@tributary/contracts/imports/document-import';
import { DocumentType } from '@tributary/contracts/imports/import-messages';
import { templateLines, templateRows } from '@tributary/contracts/imports/import-templates';
import { parse } from '@tributary/http/parse';
import type { FastifyReply } from 'fastify';

@Controller('v1/document_imports/templates')
export class ImportTemplatesController {
  @Get(':document_type')
  async get(
    @Param('document_type') segment: string,
    @Query(parse(ImportTemplateQuery)) { mime_type }: ImportTemplateQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { data: document_type } = DocumentType.safeParse(segment);
    if (!document_type) throw notFound();
    const text = mime_type === 'TEXT_CSV' ? templateRows(document_type) : templateLines(document_type);
    if (text === undefined) throw badData('mime_type: TEXT_CSV is not valid for this document_type');
    await reply.type(contentTypes[mime_type]).send(text);
  }
}
