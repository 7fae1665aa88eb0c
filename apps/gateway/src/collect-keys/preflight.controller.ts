import { Controller, HttpCode, Options, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { collectPath, preflightHeaders } from './page-headers.js';

/** Answers the preflights that the guard has let pass. */
@Controller(collectPath.slice(1))
export class PreflightController {
  @Options()
  @HttpCode(200)
  answer(@Req() { headers: { origin = '' } }: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): void {
    void reply.headers(preflightHeaders(origin));
  }
}
