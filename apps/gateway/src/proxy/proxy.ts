import type { FastifyInstance } from 'fastify';
import { Agent } from 'undici';
import { routes, type Owner } from '../routes.js';
import { forward } from './forward.js';

export interface ProxyOptions {
  origins: Record<Exclude<Owner, 'gateway'>, string>;
  internalKey: string;
  timeoutMs: number;
  /** Names of the headers that carry signatures; the owners of the routes do not see them. */
  signatureHeaders: readonly string[];
}

/**
 * How long a connection to an owner may be idle, whatever longer time the owner offers: less than the owner drains before
 * it stops, so that no request meets a connection that is being closed.
 */
const idleMs = 2_000;

/** Registers every route that another app owns. Bodies are never parsed or held here. */
export function proxyRoutes(server: FastifyInstance, options: ProxyOptions): void {
  const { origins, internalKey, timeoutMs, signatureHeaders: withheld } = options;
  const dispatcher = new Agent({
    ...{ connect: { timeout: 1_000 }, headersTimeout: timeoutMs, bodyTimeout: timeoutMs },
    ...{ keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs },
  });
  server.addHook('onClose', () => dispatcher.destroy());
  void server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    for (const { method, path, owner } of routes) {
      if (owner === 'gateway') continue;
      const upstream = { origin: origins[owner], dispatcher, internalKey, withheld };
      scope.route({
        method,
        url: path,
        bodyLimit: Number.MAX_SAFE_INTEGER,
        handler: (request, reply) => forward(request, reply, upstream),
      });
    }
    done();
  });
}
