import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context } from '@opentelemetry/api';
import { recordsTraces } from '@tributary/bus/tracing/records-traces';
import { parseTraceparent } from '@tributary/bus/tracing/traceparent';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withRequest } from '../async-context.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The context of the request's work. */
    work?: Context;
  }
}

const tracer = trace.getTracer('@tributary/http');

/**
 * Runs each request in its own context for log lines and spans. If traces are recorded, the request's span continues the
 * client's trace. Only method, route and id are recorded: paths and headers hold personal identifiers.
 */
export function followRequests(server: FastifyInstance): void {
  server.decorateRequest('work');
  server.addHook('onRequest', (request, _reply, done) => {
    request.work = begin(request);
    context.with(request.work, done);
  });
  // Body events belong to the connection and have lost the context. To enter one takes longer than to look.
  server.addHook('preValidation', ({ work = ROOT_CONTEXT }, _reply, done) =>
    context.active() === work ? done() : context.with(work, done),
  );
  server.addHook('onResponse', ({ work }, { statusCode }, done) => {
    const span = work && trace.getSpan(work);
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500)
      span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', String(statusCode));
    span?.end();
    done();
  });
}

function begin(request: FastifyRequest): Context {
  const parent = parseTraceparent(request.headers.traceparent);
  const origin = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  const isRecorded = recordsTraces() && isOfClients(request);
  return withRequest(isRecorded ? inSpan(request, origin) : origin, request.id);
}

function inSpan({ method, routeOptions, id }: FastifyRequest, origin: Context): Context {
  const route = routeOptions.url ?? 'unknown';
  const attributes = { 'http.request.method': method, 'http.route': route, 'tributary.request_id': id };
  return trace.setSpan(origin, tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, origin));
}

/** Probes and scrapes arrive every few seconds and are not traced. */
const isOfClients = ({ routeOptions: { url = '' } }: FastifyRequest) =>
  !url.startsWith('/health/') && url !== '/metrics';
