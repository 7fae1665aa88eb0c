import { Controller, Get, Inject, Req, Res, type OnApplicationBootstrap } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SETTINGS, type GatewaySettings } from '../config.js';
import { createApiDocument } from './document.js';
import { sendFile, servedFile, type ServedFile } from './served-file.js';

/** The OpenAPI document. It is public. */
@Controller('openapi.json')
export class OpenApiController implements OnApplicationBootstrap {
  private document: ServedFile;

  constructor(@Inject(SETTINGS) private readonly settings: GatewaySettings) {}

  /** Builds the document before the port opens, because that blocks the event loop for a quarter of a second. */
  onApplicationBootstrap(): void {
    const document = createApiDocument({ signaturePrefix: this.settings.SIGNATURE_HEADER_PREFIX });
    this.document = servedFile('application/json; charset=utf-8', JSON.stringify(document));
  }

  @Get()
  get(@Req() request: FastifyRequest, @Res() reply: FastifyReply): FastifyReply {
    return sendFile(this.document, request, reply);
  }
}
