import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { runInBatchContext } from '@tributary/bus/tracing/batch-context';
import { createHttpAdapter } from '@tributary/http/http-adapter';
import { sendError } from '@tributary/http/send-error';
import { eventually } from '@tributary/testing/eventually';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { followContext } from '../async-context.js';
import { followRequests } from './follow-requests.js';
import { createLogger } from '../logger.js';

const clientsTrace = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${clientsTrace}-00f067aa0ba902b7-01`;

const texts: string[] = [];
const lines: Record<string, unknown>[] = [];
const log = new Writable({
  write(chunk: Buffer, _encoding, done) {
    texts.push(chunk.toString());
    lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
    done();
  },
});
const logger = createLogger('tested', 'info', log);
let server: FastifyInstance;
let url: string;

beforeAll(async () => {
  followContext();
  server = createHttpAdapter({ logger, limits: { maxHeldBytes: 500_000 } }).getInstance<FastifyInstance>();
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  followRequests(server);
  server.post('/v1/things/:id', async () => {
    await sleep(1);
    logger.info('deep inside');
    return {};
  });
  server.get('/v1/defects/:id', async (request) => {
    await sleep(1);
    request.log.info('by the logger of the request');
    throw new TypeError('a defect');
  });
  server.get('/health/live', () => ({}));
  url = await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());
beforeEach(() => void (lines.length = texts.length = 0));

const post = (headers: Record<string, string> = {}) =>
  fetch(`${url}/v1/things/john@example.org?of=john`, {
    method: 'POST',
    body: JSON.stringify({ name: 'x'.repeat(200_000) }),
    headers: { 'content-type': 'application/json', ...headers },
  });

// Must run first: a tracer keeps the first SDK that it finds.
describe('a log line', () => {
  it('names its request and the client’s trace, from every logger', async () => {
    const answers = await Promise.all([post({ traceparent }), post()]);
    const [first, second] = answers.map((answer) => answer.headers.get('x-request-id'));
    expect(lines).toHaveLength(2);
    expect(lines.find(({ request_id }) => request_id === first)).toMatchObject({ trace_id: clientsTrace });
    expect(lines.find(({ request_id }) => request_id === second)).not.toHaveProperty('trace_id');
  });

  it('names the request once, also from the request’s own logger and after a failure', async () => {
    const answer = await fetch(`${url}/v1/defects/1`);
    const request_id = answer.headers.get('x-request-id');
    expect(lines).toMatchObject([{ request_id }, { request_id, error_id: request_id, msg: 'request failed' }]);
    expect(texts.map((text) => text.match(/"request_id"/g)?.length)).toEqual([1, 1]);
  });

  it('names a request that fails while its body is read', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': 1_000_000 };
    const sent = request(`${url}/v1/things/1`, { method: 'POST', headers });
    sent.write('x');
    await eventually(() => expect(server.connections.held.bytes).toBeGreaterThan(0));
    sent.write('x'.repeat(600_000));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    sent.on('error', () => undefined).destroy();
    expect(answer.statusCode).toBe(503);
    const { 'x-request-id': request_id } = answer.headers;
    expect(lines).toMatchObject([{ request_id, error_id: request_id, msg: 'request failed' }]);
  });

  it('names the batch that is handled, and its trace', async () => {
    const message = { topic: 't', key: 'k', content: 1, time: 1 };
    const batch = [
      { ...message, id: 'm-1', traceparent },
      { ...message, id: 'm-2' },
    ];
    await runInBatchContext('tests.follow', batch, async () => {
      await sleep(1);
      logger.info('handling');
    });
    const handling = { consumer: 'tests.follow', message_id: 'm-1', messages: 2, trace_id: clientsTrace };
    expect(lines).toMatchObject([handling]);
  });

  it('names nothing outside of a request or batch', () => {
    logger.info('by itself');
    expect(Object.keys(lines[0] ?? {}).sort()).toEqual(['app', 'level', 'msg', 'time']);
  });
});

describe('a request', () => {
  const recorded = new InMemorySpanExporter();
  beforeAll(() => {
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(recorded)] }));
  });
  beforeEach(() => recorded.reset());

  it('is a span in the client’s trace, and log lines name it', async () => {
    const answer = await post({ traceparent });
    const [span] = await eventually(() => {
      expect(recorded.getFinishedSpans()).toHaveLength(1);
      return recorded.getFinishedSpans();
    });
    expect(span).toMatchObject({ name: 'POST /v1/things/:id', kind: SpanKind.SERVER });
    expect(span?.parentSpanContext?.spanId).toBe('00f067aa0ba902b7');
    expect(span?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/v1/things/:id',
      'http.response.status_code': 200,
      'tributary.request_id': answer.headers.get('x-request-id'),
    });
    expect(lines).toMatchObject([{ trace_id: clientsTrace }]);
  });

  it('starts a trace if the client has none', async () => {
    await post({ traceparent: 'odd' });
    await eventually(() => expect(recorded.getFinishedSpans()).toHaveLength(1));
    const [span] = recorded.getFinishedSpans();
    expect(span?.parentSpanContext).toBeUndefined();
    expect(lines).toMatchObject([{ trace_id: span?.spanContext().traceId }]);
  });

  it('that fails has a failed span', async () => {
    await fetch(`${url}/v1/defects/1`);
    await eventually(() => expect(recorded.getFinishedSpans()).toHaveLength(1));
    expect(recorded.getFinishedSpans()[0]?.status).toEqual({ code: SpanStatusCode.ERROR });
  });

  it('of a probe is not traced', async () => {
    await fetch(`${url}/health/live`);
    await post();
    await eventually(() => expect(recorded.getFinishedSpans()).toHaveLength(1));
    expect(recorded.getFinishedSpans()[0]?.name).toContain('POST');
  });
});
