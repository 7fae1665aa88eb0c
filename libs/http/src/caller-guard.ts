import type { FastifyInstance, FastifyRequest } from 'fastify';
import './caller.js';
import { callerHeader, verifyCaller } from './caller-header.js';
import { serviceHeader, verifyService } from './service-header.js';
import type { GatewayTrust } from './signed-header.js';

/**
 * For services behind the gateway. A request to /v1 needs the signed header with the caller that the gateway verified.
 * A request to /internal needs the signed header of the gateway itself.
 */
export function guardByCallerHeader(server: FastifyInstance, trust: GatewayTrust): void {
  server.addHook('onRequest', (request, _reply, done) => {
    try {
      verify(request, trust);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
}

function verify(request: FastifyRequest, trust: GatewayTrust): void {
  const { url = '' } = request.routeOptions;
  const signed = { method: request.method, path: request.url };
  if (url.startsWith('/v1/')) request.caller = verifyCaller(request.headers[callerHeader], signed, trust);
  if (url.startsWith('/internal/')) verifyService(request.headers[serviceHeader], signed, trust);
}
