import { ApiError, badData, forbidden, notFound } from '@tributary/contracts/errors';
import type { Caller } from '@tributary/contracts/access';
import '@tributary/http/caller';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findRoute, type Route } from '../routes.js';
import type { CredentialsStore } from './credentials.store.js';
import type { DirectoryStore } from './directory.store.js';

export interface AccessStores {
  credentials: CredentialsStore;
  directory: DirectoryStore;
}

/** Nobody reaches a handler of /v1 but through this hook: who is calling, and may they do that there. */
export function guardRoutes(server: FastifyInstance, stores: AccessStores): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const path = request.routeOptions.url;
    if (path?.startsWith('/v1/')) {
      try {
        admit(request, findRoute(request.method, path), stores);
      } catch (error) {
        return done(error as Error);
      }
    }
    done();
  });
}

function admit(request: FastifyRequest, route: Route | undefined, { credentials, directory }: AccessStores): void {
  if (!route) throw notFound();
  const caller = authenticate(request.headers.authorization, credentials);
  const { datamart_id } = request.params as { datamart_id?: string };
  if (datamart_id !== undefined) {
    if (!/^-?\d+$/.test(datamart_id)) throw badData('datamart_id: must be an integer');
    if (!directory.mayUseDatamart(caller, datamart_id, route.role)) throw forbidden();
  }
  request.caller = caller;
}

/** The raw token, or the token behind `Bearer`. */
export function authenticate(authorization: string | undefined, credentials: CredentialsStore): Caller {
  if (!authorization) throw new ApiError('AUTHENTICATION_ERROR', 'send an API token in the Authorization header');
  const token = authorization.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : authorization;
  const caller = credentials.findByToken(token);
  if (!caller) throw new ApiError('TOKEN_ERROR', 'the API token is malformed, unknown, expired or revoked');
  return caller;
}
