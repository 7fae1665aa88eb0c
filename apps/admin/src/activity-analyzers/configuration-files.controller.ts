import { Body, Controller, Param, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { Caller } from '@tributary/contracts/admin/access';
import { activityAnalyzers, visitAnalyzerModels } from '@tributary/contracts/endpoints/admin/analyzers.operations';
import { badFormat } from '@tributary/contracts/errors';
import '@tributary/http/bytes-body';
import { Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { deleted, ok } from '@tributary/http/responses';
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import { AnalyzerAccess } from './analyzer-access.js';
import { ConfigurationFilesRepository, type StoredFile } from './configuration-files.repository.js';
import { newTechnicalName, technicalName } from './technical-name.js';

@Controller()
export class ConfigurationFilesController {
  constructor(
    private readonly files: ConfigurationFilesRepository,
    private readonly analyzers: AnalyzerAccess,
  ) {}

  @Serves(activityAnalyzers.putAnalyzerFile, visitAnalyzerModels.putAnalyzerFile)
  @RouteConfig({ takesBytes: true } satisfies FastifyContextConfig)
  async replace(
    @CurrentCaller() caller: Caller,
    @Param('analyzer_id', resourceId) analyzer_id: string,
    @Param('technical_name', newTechnicalName) technical_name: string,
    @Body() content: Buffer | undefined,
    @Req() { sentContentType }: FastifyRequest,
  ) {
    await this.analyzers.find(caller, analyzer_id, 'EDITOR');
    if (!content || content.length === 0) throw badFormat('the body must be the file, and it is empty');
    return ok(
      await this.files.replace({ analyzer_id, technical_name }, { content, content_type: typeOf(sentContentType) }),
    );
  }

  @Serves(activityAnalyzers.downloadAnalyzerFile, visitAnalyzerModels.downloadAnalyzerFile)
  async read(
    @CurrentCaller() caller: Caller,
    @Param('analyzer_id', resourceId) analyzer_id: string,
    @Param('technical_name', technicalName) technical_name: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.analyzers.find(caller, analyzer_id, 'READER');
    await sendFile(reply, await this.files.get({ analyzer_id, technical_name }));
  }

  @Serves(activityAnalyzers.deleteAnalyzerFile, visitAnalyzerModels.deleteAnalyzerFile)
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('analyzer_id', resourceId) analyzer_id: string,
    @Param('technical_name', technicalName) technical_name: string,
  ) {
    await this.analyzers.find(caller, analyzer_id, 'EDITOR');
    await this.files.delete({ analyzer_id, technical_name });
    return deleted;
  }
}

const defaultType = 'application/octet-stream';
const maxTypeLength = 255;
const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+ *(;[\x20-\x7e]*)?$/;

function typeOf(sent: string | undefined): string {
  if (sent === undefined || sent.trim() === '') return defaultType;
  if (sent.length > maxTypeLength || !mediaType.test(sent))
    throw badFormat(`Content-Type: must be a media type of at most ${maxTypeLength} characters`);
  return sent;
}

/** As an attachment: a browser must not run what an editor has uploaded, in the origin of the API. */
export const sendFile = (reply: FastifyReply, { content_type, content }: StoredFile) =>
  reply.header('content-disposition', 'attachment').header('content-type', content_type).send(content);
