import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { existing } from '@tributary/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { immutable, sendVariant } from '../console/send-variant.js';
import { GuideFiles } from './guide-files.js';

/** The pages run only the guide's own script, and connect only to this server. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The documents of this version as public pages, each also as Markdown, and the list of them for programs that read. */
@Controller()
export class GuideController {
  constructor(private readonly guide: GuideFiles) {}

  /** The links of the first page are relative to the folder. */
  @Get('guide')
  folder(@Res() reply: FastifyReply): FastifyReply {
    return reply.redirect('guide/', 308);
  }

  @Get('guide/*')
  file(@Param('*') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): FastifyReply {
    return this.send(name, request, reply);
  }

  @Get('llms.txt')
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): FastifyReply {
    return this.send('llms.txt', request, reply);
  }

  private send(name: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const file = existing(this.guide.find(name));
    void reply.headers({
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    return sendVariant(file, file.isImmutable ? immutable : 'no-cache', request, reply);
  }
}
