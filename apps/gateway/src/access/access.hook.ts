import type { INestApplication } from '@nestjs/common';
import { notFound } from '@tributary/contracts/errors';
import '@tributary/http/caller';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findRoute } from '../routes.js';
import { AccessPolicy, namedIds } from './access.policy.js';

/** Nobody reaches a handler of /v1 but through this hook. */
export function guardRoutes(server: FastifyInstance, app: INestApplication): void {
  const policy = app.get(AccessPolicy, { strict: false });
  server.addHook('onRequest', (request, _reply, done) => {
    try {
      if (request.routeOptions.url?.startsWith('/v1/')) admit(request, policy);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
}

function admit(request: FastifyRequest, policy: AccessPolicy): void {
  const route = findRoute(request.method, request.routeOptions.url);
  if (!route) throw notFound();
  const named = namedIds(request.query, request.params);
  request.caller = policy.admit(route, request.headers.authorization, named);
}
