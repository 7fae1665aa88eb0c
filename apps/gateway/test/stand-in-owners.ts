import '@tributary/http/caller';
import type { FastifyInstance } from 'fastify';
import type { ProxyOptions } from '../src/proxy/proxy.js';
import { routes } from '../src/routes.js';

/** Replaces the owners of the other routes. Each answers with the caller that the gateway has authorized. */
export function standInOwners(server: FastifyInstance): void {
  for (const { method, path, owner } of routes)
    if (owner !== 'gateway')
      server.route({ method, url: path, handler: ({ caller }) => ({ status: 'ok', data: caller ?? null }) });
}

/** One server in place of all owners. */
export const allOwnersAt = (origin: string): ProxyOptions['origins'] => ({
  'activity-analysis': origin,
  admin: origin,
  analytics: origin,
  'import-worker': origin,
  'tracking-ingest': origin,
  'warehouse-metadata': origin,
});
