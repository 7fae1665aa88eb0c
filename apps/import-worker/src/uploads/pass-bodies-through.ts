import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { contentTypes } from '@tributary/contracts/imports/document-import';
import type { FastifyInstance } from 'fastify';
import { multipart } from './open-body.js';

/**
 * Passes file bodies to their handler unread. A handler that expects JSON then sees no body, and rejects the request as
 * one without a body.
 */
@Injectable()
export class PassBodiesThrough implements OnModuleInit {
  constructor(private readonly host: HttpAdapterHost) {}

  onModuleInit(): void {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    // The server itself passes NDJSON through, as some routes parse it.
    for (const type of [contentTypes.TEXT_CSV, multipart])
      server.addContentTypeParser(type, (_request, _payload, done) => done(null));
  }
}
