import type { FastifyInstance } from 'fastify';
import { ownerAgent } from '../owner-agent.js';
import { routes, type Owner } from '../routes.js';
import { forward } from './forward.js';

export interface ProxyOptions {
  origins: Record<Exclude<Owner, 'gateway'>, string>;
  internalKey: string;
  timeoutMs: number;
  /** Names of the headers that carry signatures; the owners of the routes do not see them. */
  signatureHeaders: readonly string[];
}

/** Registers every route that another app owns. Bodies are never parsed or held here. */
export function proxyRoutes(server: FastifyInstance, options: ProxyOptions): void {
  const { origins, internalKey, timeoutMs, signatureHeaders: withheld } = options;
  const dispatcher = ownerAgent(timeoutMs);
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
