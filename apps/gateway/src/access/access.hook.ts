import type { INestApplication } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { AccessMetrics } from './access-metrics.js';
import { RequestGuard } from './request.guard.js';

const noBytes = Buffer.alloc(0);

/** Nobody reaches a handler of /v1 but through these hooks. */
export function guardRoutes(server: FastifyInstance, app: INestApplication): void {
  const guard = app.get(RequestGuard, { strict: false });
  const metrics = app.get(AccessMetrics, { strict: false });
  server.addHook('onRequest', (request, _reply, done) => settle(() => guard.check(request), done));
  // The parser of JSON verifies a signed body. What it has not seen, since nothing was sent, is verified as it is.
  server.addHook('preHandler', (request, _reply, done) => settle(() => request.checkBody?.(noBytes), done));
  server.addHook('onError', (_request, _reply, error, done) => {
    metrics.count(error);
    done();
  });
}

/** Without a promise where there is nothing to wait for: this runs for every request. */
function settle(check: () => Promise<void> | undefined, done: (error?: Error) => void): void {
  try {
    const pending = check();
    if (pending) pending.then(() => done(), done);
    else done();
  } catch (error) {
    done(error as Error);
  }
}
