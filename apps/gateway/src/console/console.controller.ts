import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { notFound } from '@tributary/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SETTINGS, type GatewaySettings } from '../config.js';
import { providerName, signInSettings } from '../sign-in/settings.js';
import { acceptsHtml, asksForHtml } from './choose-encoding.js';
import { ConsoleFiles } from './console-files.js';
import { depthOf, maxDepth, renderPage } from './console-page.js';
import { immutable, sendVariant } from './send-variant.js';

/** First segments of paths that the console never answers: those of the API, of operators, and of its own files. */
const reserved = new Set(['v1', 'docs', 'openapi.json', 'health', 'metrics', 'internal', 'assets', 'auth', 'mcp']);

/**
 * The web console: its files, its page at `/`, and the page at every other path that a browser opens, because the page's
 * script reads the path. A path that is not the console's is answered like one without a route.
 */
@Controller()
export class ConsoleController {
  private readonly provider: string | undefined;

  constructor(
    private readonly built: ConsoleFiles,
    @Inject(SETTINGS) settings: GatewaySettings,
  ) {
    const signIn = signInSettings(settings);
    this.provider = signIn && providerName(signIn.issuer);
  }

  @Get('*')
  get(@Param('*') path: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): FastifyReply {
    const file = this.built.files.get(path);
    if (file) return sendVariant(file, file.isImmutable ? immutable : 'no-cache', request, reply);
    const [first = ''] = path.split('/');
    // A page that names another version must not get HTML.
    const isScript = /^sdk-.*\.js$/.test(path);
    const depth = depthOf(request.url.split('?', 1)[0] ?? '');
    const isWanted = (path === '' ? acceptsHtml : asksForHtml)(request.headers.accept);
    if (reserved.has(first) || isScript || depth > maxDepth || !isWanted) throw notFound();
    return this.sendPage(depth, reply);
  }

  private sendPage(depth: number, reply: FastifyReply): FastifyReply {
    const { html, contentSecurityPolicy } = renderPage(this.built.page, depth, this.provider);
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
