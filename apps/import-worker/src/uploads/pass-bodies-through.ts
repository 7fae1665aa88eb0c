import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { contentTypes, multipart } from './content-types.js';

/**
 * Lets bodies of files reach their handler unread. A handler that expects JSON finds no body then, and refuses the
 * request as one without.
 */
@Injectable()
export class PassBodiesThrough implements OnModuleInit {
  constructor(private readonly host: HttpAdapterHost) {}

  onModuleInit(): void {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    for (const type of [...Object.values(contentTypes), multipart])
      server.addContentTypeParser(type, (_request, _payload, done) => done(null));
  }
}
