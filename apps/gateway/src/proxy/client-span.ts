import { context, isSpanContextValid, SpanKind, SpanStatusCode, trace, type SpanContext } from '@opentelemetry/api';
import { recordsTraces } from '@tributary/bus/tracing/records-traces';
import { formatTraceparent } from '@tributary/bus/tracing/traceparent';
import type { FastifyRequest } from 'fastify';

const tracer = trace.getTracer('@tributary/gateway');

/** The trace context for the owner of the route. */
export type TraceHeaders = { traceparent?: string };

/** Sends the request within a client span that ends when the answer begins. The owner's spans are its children. */
export async function inClientSpan<Answer extends { statusCode: number }>(
  { method, routeOptions }: FastifyRequest,
  origin: string,
  send: (headers: TraceHeaders) => Promise<Answer>,
): Promise<Answer> {
  if (!recordsTraces()) return send(headersOf(trace.getSpanContext(context.active())));
  const route = routeOptions.url ?? '';
  const attributes = { 'http.request.method': method, 'http.route': route, 'server.address': new URL(origin).host };
  const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.CLIENT, attributes });
  try {
    const answer = await send(headersOf(span.spanContext()));
    span.setAttribute('http.response.status_code', answer.statusCode);
    if (answer.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    return answer;
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', (error as Error).name);
    throw error;
  } finally {
    span.end();
  }
}

const headersOf = (parent: SpanContext | undefined): TraceHeaders =>
  parent && isSpanContextValid(parent) ? { traceparent: formatTraceparent(parent) } : {};
