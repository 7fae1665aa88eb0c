import type { FastifyInstance, FastifyRequest } from 'fastify';
import './caller.js';
import { callerHeader, verifyCaller } from './caller-header.js';
import { serviceHeader, verifyService } from './service-header.js';

/**
 * For services behind the gateway. A request to /v1 needs the signed header with the caller that the gateway verified.
 * A request to /internal needs the signed header of a service.
 */
export function guardByCallerHeader(server: FastifyInstance, internalKey: string): void {
  server.addHook('onRequest', (request, _reply, done) => {
    try {
      verify(request, internalKey);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
}

function verify(request: FastifyRequest, internalKey: string): void {
  const { url = '' } = request.routeOptions;
  if (url.startsWith('/v1/')) request.caller = verifyCaller(request.headers[callerHeader], internalKey);
  if (url.startsWith('/internal/')) verifyService(request.headers[serviceHeader], internalKey);
}
