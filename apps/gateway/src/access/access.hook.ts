import { Readable } from 'node:stream';
import type { INestApplication } from '@nestjs/common';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AccessMetrics } from './access-metrics.js';
import { RequestGuard } from './request.guard.js';

const noBytes = Buffer.alloc(0);

/** Every request of /v1 passes these hooks before it reaches a handler. */
export function guardRoutes(server: FastifyInstance, app: INestApplication): void {
  const guard = app.get(RequestGuard, { strict: false });
  const metrics = app.get(AccessMetrics, { strict: false });
  server.addHook('onRequest', (request, reply, done) => settle(() => guard.check(request, reply), done));
  // The JSON parser verifies a signed body. It does not run for a request without a body, which is verified here.
  server.addHook('preHandler', (request, _reply, done) => settle(() => request.checkBody?.(noBytes), done));
  server.addHook('onSend', (request, reply, payload, done) => {
    // The answer to HEAD has no events.
    if (request.method === 'HEAD' || !isEventStream(reply, payload)) return done(null, payload);
    done(null, Readable.from(whileAllowed(payload, () => guard.check(request, reply))));
  });
  server.addHook('onError', (_request, _reply, error, done) => {
    metrics.count(error);
    done();
  });
}

/**
 * An event stream outlives the check of its request. So each event is passed on only if the request would still be allowed;
 * otherwise the stream ends. Owners send a comment at least every 10 s, so it ends in that time without an event too.
 */
async function* whileAllowed(events: Readable, check: () => Promise<void> | undefined): AsyncGenerator<unknown> {
  for await (const event of events) {
    try {
      await check();
    } catch {
      return;
    }
    yield event;
  }
}

const isEventStream = (reply: FastifyReply, payload: unknown): payload is Readable =>
  payload instanceof Readable && String(reply.getHeader('content-type')).startsWith('text/event-stream');

/** Runs for every request, so it makes no promise when the check is synchronous. */
function settle(check: () => Promise<void> | undefined, done: (error?: Error) => void): void {
  try {
    const pending = check();
    if (pending) pending.then(() => done(), done);
    else done();
  } catch (error) {
    done(error as Error);
  }
}
