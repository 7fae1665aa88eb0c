import '@tributary/http/limits/connection';
import type { GatewayKeys } from '@tributary/http/signed-header';
import type { FastifyInstance } from 'fastify';
import { ownerAgent } from '../owner-agent.js';
import type { Owner } from '@tributary/contracts/endpoints/route';
import { routes } from '../routes.js';
import { forward } from './forward.js';

export interface ProxyOptions {
  origins: Record<Exclude<Owner, 'gateway'>, string>;
  keys: GatewayKeys;
  timeoutMs: number;
  /** Names of the headers that carry signatures. They are not forwarded. */
  signatureHeaders: readonly string[];
}

/** Registers every route that another app owns. Bodies are streamed, never parsed or buffered. */
export function proxyRoutes(server: FastifyInstance, options: ProxyOptions): void {
  const { origins, keys, timeoutMs, signatureHeaders: withheld } = options;
  const dispatcher = ownerAgent(timeoutMs);
  server.addHook('onClose', () => dispatcher.destroy());
  void server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    for (const { method, path, owner, streamsBody } of routes) {
      if (owner === 'gateway') continue;
      const upstream = { name: owner, origin: origins[owner], dispatcher, keys, withheld };
      scope.route({
        method,
        url: path,
        bodyLimit: Number.MAX_SAFE_INTEGER,
        config: streamsBody ? { streamsBody } : {},
        handler: (request, reply) => forward(request, reply, upstream),
      });
    }
    done();
  });
}
