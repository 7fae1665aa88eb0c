import { setTimeout as sleep } from 'node:timers/promises';
import '@tributary/http/http-adapter';
import { fastify, type FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { collectProcessMetrics } from './process-metrics.js';

/** One labelled value of a gauge. */
export interface Sample {
  labels: Record<string, string>;
  value: number;
}

/** Values read at each scrape: a plain number, or several with labels. */
export interface GaugeSource {
  name: string;
  help: string;
  labelNames?: readonly string[];
  read: () => number | Sample[] | Promise<number | Sample[]>;
}

/** A value that takes longer than this is left out of the scrape, so that the others are exported. */
const readTimeoutMs = 3_000;

/** Metrics of a process by Prometheus' conventions; our own names begin with `tributary_`. */
export class Metrics {
  readonly registry = new Registry();
  /** Seconds, by method, route and status. */
  readonly requestDuration = new Histogram({
    name: 'tributary_http_request_duration_seconds',
    help: 'Duration of requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });
  readonly malformedRequests = new Counter({
    name: 'tributary_http_malformed_requests_total',
    help: 'Connections without a valid HTTP request, or with too large a head',
    registers: [this.registry],
  });
  /** 1 if the process accepts or makes headers of `INTERNAL_KEY`. */
  readonly internalKeySet = new Gauge({
    name: 'tributary_internal_key_set',
    help: 'Whether INTERNAL_KEY is set, with which every service can speak as any user',
    registers: [this.registry],
  });
  private readonly sources = new Map<string, GaugeSource[]>();

  constructor(app: string) {
    this.registry.setDefaultLabels({ app });
    collectProcessMetrics(this.registry);
  }

  /** Several modules may export values of one name, separated by labels. */
  addGauge(source: GaugeSource): void {
    const { name, help, labelNames = [] } = source;
    const known = this.sources.get(name);
    if (known) return void known.push(source);
    const sources = [source];
    this.sources.set(name, sources);
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      async collect() {
        const readings = await Promise.all(sources.map(readInTime));
        this.reset();
        for (const reading of readings) {
          if (typeof reading === 'object') for (const { labels, value } of reading) this.set(labels, value);
          else if (labelNames.length === 0) this.set(reading ?? NaN);
        }
      },
    });
  }
}

/** Undefined if the value cannot be read. */
function readInTime({ read }: GaugeSource): Promise<number | Sample[] | undefined> {
  const reading = Promise.resolve()
    .then(read)
    .catch(() => undefined);
  return Promise.race([reading, sleep(readTimeoutMs, undefined, { ref: false })]);
}

/** Measures every request by route and status; requests that match no route share a label. */
export function measureRequests(server: FastifyInstance, metrics: Metrics): void {
  const { requestDuration, malformedRequests } = metrics;
  server.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, is404 } = request;
    const route = is404 ? 'unknown' : (routeOptions.url ?? 'unknown');
    requestDuration.labels(method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000);
    done();
  });
  server.server.on('clientError', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'ECONNRESET' && code !== 'ERR_HTTP_REQUEST_TIMEOUT') malformedRequests.inc();
  });
  measureConnections(server, metrics);
}

function measureConnections({ connections }: FastifyInstance, metrics: Metrics): void {
  metrics.addGauge({
    name: 'tributary_http_connections',
    help: 'Open connections to the port of the API',
    read: () => connections.open,
  });
  metrics.addGauge({
    name: 'tributary_http_held_body_bytes',
    help: 'Bytes of JSON bodies in memory that are incomplete or not verified',
    read: () => connections.held.bytes,
  });
  new Counter({
    name: 'tributary_http_limit_exceeded_total',
    help: 'Connections and bodies that were cut or refused because of a limit',
    labelNames: ['limit'],
    registers: [metrics.registry],
    collect() {
      this.reset();
      for (const [limit, count] of Object.entries(connections.exceeded)) this.inc({ limit }, count);
    },
  });
}

/** GET /metrics at the root of the server. */
export function exposeMetrics(server: FastifyInstance, { registry }: Metrics): void {
  server.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}

/** Serves GET /metrics on a separate port, for an app whose server is public. */
export async function openMetricsPort(metrics: Metrics, host: string, port: number): Promise<FastifyInstance> {
  const server = fastify({ forceCloseConnections: true });
  exposeMetrics(server, metrics);
  await server.listen({ host, port });
  return server;
}
