import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { notFound } from '@tributary/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { immutable, sendVariant } from '../console/send-variant.js';
import { SdkScript } from './sdk-script.js';

/** A page gets a new version within minutes. */
const fiveMinutes = 'public, max-age=300';

/** The script of the SDK for pages of every origin, which read it for `integrity`. Public: it has no secret. */
@Controller()
export class SdkScriptController {
  constructor(private readonly script: SdkScript) {}

  @Get('sdk.js')
  current(@Req() request: FastifyRequest, @Res() reply: FastifyReply): FastifyReply {
    return this.send(fiveMinutes, request, reply);
  }

  /** The same content for ever. */
  @Get('sdk-:version.js')
  ofVersion(
    @Param('version') version: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): FastifyReply {
    if (version !== this.script.version) throw notFound();
    return this.send(immutable, request, reply);
  }

  private send(cacheControl: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    void reply.headers({ 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' });
    return sendVariant(this.script.file, cacheControl, request, reply);
  }
}
