import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SETTINGS, type GatewaySettings } from '../config.js';
import { createApiDocument } from './document.js';
import { sendFile, servedFile, type ServedFile } from './served-file.js';

/** By the prefix of its signature headers: a process may start more than one gateway. */
const documents = new Map<string, ServedFile>();

/** The OpenAPI document. It is public. */
@Controller('openapi.json')
export class OpenApiController {
  private readonly document: ServedFile;

  /** Builds the document before the first message comes in, because that blocks the event loop for a quarter of a second. */
  constructor(@Inject(SETTINGS) { SIGNATURE_HEADER_PREFIX: signaturePrefix }: GatewaySettings) {
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
