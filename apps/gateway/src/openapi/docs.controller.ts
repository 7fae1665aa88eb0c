import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { existing } from '@tributary/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { docsFiles, docsPage } from './docs-files.js';
import { sendFile } from './served-file.js';

/** The page may only run its own scripts and connect to this server. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The style sheet of swagger-ui embeds its icons.
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The API reference as a public page with a try-it-out form. */
@Controller('docs')
export class DocsController {
  @Get()
  page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): FastifyReply {
    void reply.headers({
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    return sendFile(docsPage, request, reply);
  }

  @Get(':file')
  file(@Param('file') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): FastifyReply {
    const file = existing(docsFiles.get(name));
    return sendFile(file, request, reply);
  }
}
