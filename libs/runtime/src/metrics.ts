import { fastify, type FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** A number read at each scrape. */
export interface GaugeSource {
  name: string;
  help: string;
  read: () => number | Promise<number>;
}

export class Metrics {
  readonly registry = new Registry();
  /** Seconds, by method, route and status. */
  readonly requestDuration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });

  constructor(app: string) {
    this.registry.setDefaultLabels({ app });
    collectDefaultMetrics({ register: this.registry });
  }

  addGauges(sources: GaugeSource[]): void {
    for (const { name, help, read } of sources) {
      new Gauge({
        name,
        help,
        registers: [this.registry],
        async collect() {
          // One number that can't be had must not cost the others.
          this.set(
            await Promise.resolve()
              .then(read)
              .catch(() => NaN),
          );
        },
      });
    }
  }

  /** A number of this process that only grows; the answer adds to it. */
  addCounter(name: string, help: string): (by?: number) => void {
    const counter = new Counter({ name, help, registers: [this.registry] });
    return (by = 1) => counter.inc(by);
  }
}

/** Keeps the duration of every request of the server by route and status. */
export function measureRequests(server: FastifyInstance, { requestDuration }: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const labels = [method, routeOptions.url ?? 'unknown', String(reply.statusCode)];
    requestDuration.labels(...labels).observe(reply.elapsedTime / 1000);
    done();
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
