import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-node';
import { parseTraceparent } from '@tributary/bus/tracing/traceparent';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { inClientSpan, type TraceHeaders } from './client-span.js';

const clients = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

beforeAll(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()));
afterAll(() => {
  trace.disable();
  context.disable();
});

/** The headers that the owner of the route gets. */
async function forward(traceparent?: string): Promise<TraceHeaders> {
  const parent = parseTraceparent(traceparent);
  const request = { method: 'GET', routeOptions: { url: '/v1/things' } } as FastifyRequest;
  let sent: TraceHeaders = {};
  await context.with(parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT, () =>
    inClientSpan(request, 'http://127.0.0.1:1', (headers) => {
      sent = headers;
      return Promise.resolve({ statusCode: 200 });
    }),
  );
  return sent;
}

it('The client’s trace is passed on as it is while nothing is recorded', async () => {
  expect(await forward(clients)).toEqual({ traceparent: clients });
  expect(await forward()).toEqual({});
});

// Last: a tracer keeps the first SDK that it finds.
it('A span of the gateway is between the two once traces are recorded', async () => {
  trace.setGlobalTracerProvider(new BasicTracerProvider());
  const { traceparent } = await forward(clients);
  expect(parseTraceparent(traceparent)?.traceId).toBe(parseTraceparent(clients)?.traceId);
  expect(traceparent).not.toBe(clients);
});
