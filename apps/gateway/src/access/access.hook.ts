import type { INestApplication } from '@nestjs/common';
import type { Bus } from '@tributary/bus/bus';
import { ApiError, badData, forbidden, notFound, unavailable } from '@tributary/contracts/errors';
import type { Caller } from '@tributary/contracts/access';
import '@tributary/http/caller';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findRoute, type Route } from '../routes.js';
import { CredentialsStore } from './credentials.store.js';
import { DirectoryStore } from './directory.store.js';

interface Access {
  credentials: CredentialsStore;
  directory: DirectoryStore;
}

/** Nobody reaches a handler of /v1 but through this hook: who is calling, and may they do that there. */
export function guardRoutes(server: FastifyInstance, app: INestApplication, bus: Pick<Bus, 'hasCaughtUp'>): void {
  const access = {
    credentials: app.get(CredentialsStore, { strict: false }),
    directory: app.get(DirectoryStore, { strict: false }),
  };
  let knowsCallers = false;
  server.addHook('onRequest', (request, _reply, done) => {
    const path = request.routeOptions.url;
    if (path?.startsWith('/v1/')) {
      try {
        // Until then a valid token may still be unknown here: nobody is judged.
        knowsCallers ||= bus.hasCaughtUp();
        if (!knowsCallers) throw unavailable('the gateway is starting');
        admit(request, findRoute(request.method, path), access);
      } catch (error) {
        return done(error as Error);
      }
    }
    done();
  });
}

function admit(request: FastifyRequest, route: Route | undefined, { credentials, directory }: Access): void {
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
