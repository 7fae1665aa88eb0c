import type { DynamicModule, NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { FastifyAdapter, NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiErrorFilter } from '@tributary/http/api-error.filter';
import { createHttpAdapter } from '@tributary/http/http-adapter';
import type { Limits } from '@tributary/http/limits/limits';
import type { FastifyInstance } from 'fastify';
import { followContext } from './async-context.js';
import { followRequests } from './tracing/follow-requests.js';
import { followAudits } from './audit/follow-audits.js';
import { exposeShares } from './isolation/share-metrics.js';
import { exposeHealth, watchHealth, type Health } from './health.js';
import { nestLogger } from './logger.js';
import { exposeMetrics, measureRequests, openMetricsPort } from './metrics/metrics.js';
import type { Platform } from './platform.js';
import { setTimeout as sleep } from 'node:timers/promises';

/** Creates an application from its module; specs use Nest's testing module. */
export type CreateApp = (
  module: DynamicModule,
  adapter: FastifyAdapter,
  options: NestApplicationOptions,
) => Promise<NestFastifyApplication>;

const createApp: CreateApp = (module, adapter, options) =>
  NestFactory.create<NestFastifyApplication>(module, adapter, options);

export interface AppOptions {
  module: DynamicModule;
  create?: CreateApp;
  platform: Platform;
  /** 0 chooses a free port. */
  port: number;
  host: string;
  /** Adds hooks and routes beside Nest's, such as the access policy. */
  extend?: (server: FastifyInstance, app: NestFastifyApplication, platform: Platform) => void;
  behindGateway?: boolean;
  /** Replaces single limits of the server. */
  limits?: Partial<Limits>;
  /** Where GET /metrics is served: by default on the app's port, otherwise on this port, or nowhere. */
  metricsOn?: number | 'nowhere';
  /** How long `drain` takes, milliseconds; default 0. */
  drainMs?: number;
  /** Runs when all modules are there, before the first message comes in. */
  beforeConsumers?: () => Promise<void>;
}

export interface RunningApp {
  url: string;
  app: NestFastifyApplication;
  /** Reports not ready and keeps answering for the configured time. Call it before `stop`. */
  drain: () => Promise<void>;
  /** Refuses new work, finishes accepted work or returns it to the bus, then closes. */
  stop: () => Promise<void>;
}

/** Starts the consumers, then the modules' bootstrap hooks, then the port, so that a request finds everything ready. */
export async function startApp({
  module,
  create = createApp,
  platform,
  port,
  host,
  extend,
  behindGateway,
  limits,
  metricsOn,
  drainMs = 0,
  beforeConsumers,
}: AppOptions): Promise<RunningApp> {
  const { bus, health, logger, metrics } = platform;
  followContext();
  const adapter = createHttpAdapter({ logger, behindGateway, limits });
  const app = await create(module, adapter, { logger: nestLogger(logger), bodyParser: false, abortOnError: false });
  app.useGlobalFilters(new ApiErrorFilter());
  const server = adapter.getInstance<FastifyInstance>();
  health.add({ name: 'bus', check: bus.isReady });
  for (const metric of bus.metrics) metrics.registry.registerMetric(metric);
  exposeShares(metrics, 'publications', bus.publications);
  watchHealth(metrics, health);
  exposeHealth(server, health);
  measureRequests(server, metrics);
  followRequests(server);
  followAudits(server);
  if (metricsOn === undefined) exposeMetrics(server, metrics);
  leaveBeforeTheEnd(server, health, drainMs);
  extend?.(server, app, platform);
  app.connectMicroservice({ strategy: bus.strategy });
  if (typeof metricsOn === 'number') {
    const management = await openMetricsPort(metrics, host, metricsOn);
    server.addHook('onClose', () => management.close());
  }
  try {
    await beforeConsumers?.();
    await app.startAllMicroservices();
    await app.listen(port, host);
    bus.startLast();
  } catch (error) {
    await app.close();
    await bus.close();
    throw error;
  }
  return {
    url: await app.getUrl(),
    app,
    drain: () => drain(platform.health, drainMs),
    stop: () => stop(app, platform),
  };
}

/** Requests in progress may take this long once the app stops. After that their connections are cut. */
const requestTimeoutMs = 5_000;

async function stop(app: NestFastifyApplication, { bus, health }: Platform): Promise<void> {
  health.drain();
  const cut = setTimeout(() => app.getHttpServer().closeAllConnections(), requestTimeoutMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
    await bus.close();
  }
}

/** Reports not ready and resolves after `drainMs`; the app keeps answering meanwhile. */
async function drain(health: Health, drainMs: number): Promise<void> {
  health.drain();
  await sleep(drainMs);
}

/**
 * Answers `connection: close` while the app drains: the client's next connection is balanced to another process. Before,
 * it asks clients to keep a connection that is idle for less time than a drain takes. So no client sends a request on a
 * connection that the app is about to close.
 */
function leaveBeforeTheEnd(server: FastifyInstance, health: Health, drainMs: number): void {
  const idleSeconds = Math.floor(drainMs / 2_000);
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (health.isDraining) void reply.header('connection', 'close');
    else if (idleSeconds > 0) void reply.header('keep-alive', `timeout=${idleSeconds}`);
    done();
  });
}
