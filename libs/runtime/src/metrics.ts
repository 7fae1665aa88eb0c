import { setTimeout as sleep } from 'node:timers/promises';
import { fastify, type FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { collectProcessMetrics } from './process-metrics.js';

/** One of several numbers of a gauge. */
export interface Sample {
  labels: Record<string, string>;
  value: number;
}

/** Numbers read at each scrape; without labels one number. */
export interface GaugeSource {
  name: string;
  help: string;
  labelNames?: readonly string[];
  read: () => number | Sample[] | Promise<number | Sample[]>;
}

/** A number that can't be had in this time must not cost the others. */
const readPatienceMs = 3_000;

/** The numbers of a process, by the conventions of Prometheus; what is ours begins with `tributary_`. */
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
    help: 'Connections on which came no HTTP request, or one with too large a head',
    registers: [this.registry],
  });
  private readonly sources = new Map<string, GaugeSource[]>();

  constructor(app: string) {
    this.registry.setDefaultLabels({ app });
    collectProcessMetrics(this.registry);
  }

  /** Several parts of a process may have numbers of one name, which their labels keep apart. */
  addGauge(source: GaugeSource): void {
    const { name, help, labelNames = [] } = source;
    const known = this.sources.get(name);
    if (known) return void known.push(source);
    const sources = [source];
    this.sources.set(name, sources);
    new Gauge({
      ...{ name, help, labelNames, registers: [this.registry] },
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

/** undefined when it can't be had. */
function readInTime({ read }: GaugeSource): Promise<number | Sample[] | undefined> {
  const reading = Promise.resolve()
    .then(read)
    .catch(() => undefined);
  return Promise.race([reading, sleep(readPatienceMs, undefined, { ref: false })]);
}

/** Keeps the duration of every request of the server by route and status; what matches no route is one of its own. */
export function measureRequests(server: FastifyInstance, { requestDuration, malformedRequests }: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, is404 } = request;
    const route = is404 ? 'unknown' : (routeOptions.url ?? 'unknown');
    requestDuration.labels(method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000);
    done();
  });
  server.server.on('clientError', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'ECONNRESET') malformedRequests.inc();
  });
}

/** GET /metrics at the root of the server. */
export function exposeMetrics(server: FastifyInstance, { registry }: Metrics): void {
  server.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}

/** A port for GET /metrics alone, beside a server that the public reaches. */
export async function openMetricsPort(metrics: Metrics, host: string, port: number): Promise<FastifyInstance> {
  const server = fastify({ forceCloseConnections: true });
  exposeMetrics(server, metrics);
  await server.listen({ host, port });
  return server;
}
