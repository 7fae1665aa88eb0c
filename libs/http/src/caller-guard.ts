import type { FastifyInstance } from 'fastify';
import './caller.js';
import { callerHeader, verifyCaller } from './caller-header.js';

/** Behind the gateway: nobody reaches a handler of /v1 without a caller that the gateway has verified and signed. */
export function guardByCallerHeader(server: FastifyInstance, internalKey: string): void {
  server.addHook('onRequest', (request, _reply, done) => {
    try {
      if (request.routeOptions.url?.startsWith('/v1/'))
        request.caller = verifyCaller(request.headers[callerHeader], internalKey);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
}
