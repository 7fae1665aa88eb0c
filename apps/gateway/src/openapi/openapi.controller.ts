import { Controller, Get, Inject, Req, Res, type OnApplicationBootstrap } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SETTINGS, type GatewaySettings } from '../config.js';
import { createApiDocument } from './document.js';
import { sendFile, servedFile, type ServedFile } from './served-file.js';

/** By the prefix of its signature headers: a process may start more than one gateway. */
const documents = new Map<string, ServedFile>();

/** The OpenAPI document. It is public. */
@Controller('openapi.json')
export class OpenApiController implements OnApplicationBootstrap {
  private document: ServedFile;

  constructor(@Inject(SETTINGS) private readonly settings: GatewaySettings) {}

  /** Builds the document before the port opens, because that blocks the event loop for a quarter of a second. */
  onApplicationBootstrap(): void {
    const { SIGNATURE_HEADER_PREFIX: signaturePrefix } = this.settings;
    const document =
      documents.get(signaturePrefix) ??
      servedFile('application/json; charset=utf-8', JSON.stringify(createApiDocument({ signaturePrefix })));
    documents.set(signaturePrefix, document);
    this.document = document;
  }

  @Get()
  get(@Req() request: FastifyRequest, @Res() reply: FastifyReply): FastifyReply {
    return sendFile(this.document, request, reply);
  }
}
