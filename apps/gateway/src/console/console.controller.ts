import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { notFound } from '@tributary/contracts/errors';
import { entityTag, isUnchanged } from '@tributary/http/entity-tag';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsHtml, asksForHtml, chooseEncoding } from './choose-encoding.js';
import { ConsoleFiles, type ConsoleFile } from './console-files.js';
import { depthOf, maxDepth, renderPage } from './console-page.js';

/** First segments of paths that the console never answers: those of the API, of operators, and of its own files. */
const reserved = new Set(['v1', 'docs', 'openapi.json', 'health', 'metrics', 'internal', 'assets']);

/**
 * The web console: its files, its page at `/`, and the page at every other path that a browser opens, because the page's
 * script reads the path. A path that is not the console's is answered like one without a route.
 */
@Controller()
export class ConsoleController {
  constructor(private readonly built: ConsoleFiles) {}

  @Get('*')
  get(@Param('*') path: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): FastifyReply {
    const file = this.built.files.get(path);
    if (file) return sendConsoleFile(file, request, reply);
    const [first = ''] = path.split('/');
    const depth = depthOf(request.url.split('?', 1)[0] ?? '');
    const isWanted = (path === '' ? acceptsHtml : asksForHtml)(request.headers.accept);
    if (reserved.has(first) || depth > maxDepth || !isWanted) throw notFound();
    return this.sendPage(depth, reply);
  }

  private sendPage(depth: number, reply: FastifyReply): FastifyReply {
    const { html, contentSecurityPolicy } = renderPage(this.built.page, depth);
    return reply
      .headers({
        'content-security-policy': contentSecurityPolicy,
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        // The same path answers JSON to other clients, and every answer has another nonce.
        vary: 'accept',
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(html);
  }
}

const oneYearSeconds = 365 * 24 * 3_600;

/** A hashed name never gets other content, so browsers keep the file without asking again. */
function sendConsoleFile(
  { type, isImmutable, variants }: ConsoleFile,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const encoding = chooseEncoding(headers['accept-encoding'], variants);
  const variant = variants.get(encoding);
  if (!variant) throw notFound();
  void reply.headers({
    etag: entityTag(variant.digest),
    vary: 'accept-encoding',
    'cache-control': isImmutable ? `public, max-age=${oneYearSeconds}, immutable` : 'no-cache',
  });
  if (isUnchanged(headers, variant.digest)) return reply.code(304).send();
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.type(type).send(variant.content);
}
