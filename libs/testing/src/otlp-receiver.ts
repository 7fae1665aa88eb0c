import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

const Attributes = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .default([])
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])));

const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: Attributes,
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
  status: z.object({ code: z.number().default(0) }).default({ code: 0 }),
});

/** The parts of OTLP's `ExportTraceServiceRequest` in JSON that specs read. */
const Request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
});

/** A received span, with the name of the service that sent it. */
export type ReceivedSpan = z.infer<typeof Span> & { service: unknown };

export interface OtlpReceiver {
  /** The value of OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  spans: ReceivedSpan[];
  /** Number of requests, answered or not. */
  requests: () => number;
  stop: () => Promise<void>;
}

export interface OtlpReceiverOptions {
  /** Accepts every request and answers none. */
  hangs?: boolean;
}

/** A small OpenTelemetry collector that keeps the spans in memory. */
export async function startOtlpReceiver({ hangs = false }: OtlpReceiverOptions = {}): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  let requests = 0;
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    const sent = Request.parse(await json(request));
    for (const { resource, scopeSpans } of sent.resourceSpans)
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, service: resource.attributes['service.name'] });
    if (!hangs) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };
  const refuse = (response: ServerResponse) => (error: unknown) => response.writeHead(400).end(String(error));
  const server = createServer((request, response) => void receive(request, response).catch(refuse(response)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, requests: () => requests, stop };
}

/** The ancestors of a span, from the root of its trace, then the span itself. */
export function pathTo(span: ReceivedSpan, spans: ReceivedSpan[]): ReceivedSpan[] {
  const parent = spans.find(({ traceId, spanId }) => traceId === span.traceId && spanId === span.parentSpanId);
  return parent ? [...pathTo(parent, spans), span] : [span];
}
