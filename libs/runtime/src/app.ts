import type { DynamicModule, NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { FastifyAdapter, NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiErrorFilter } from '@tributary/http/api-error.filter';
import { createHttpAdapter } from '@tributary/http/http-adapter';
import type { FastifyInstance } from 'fastify';
import { followContext } from './async-context.js';
import { followRequests } from './follow-requests.js';
import { exposeHealth, watchHealth } from './health.js';
import { nestLogger } from './logger.js';
import { exposeMetrics, measureRequests, openMetricsPort } from './metrics.js';
import type { Platform } from './platform.js';
import { drain, turnConnectionsAway } from './drain.js';

/** Makes an application of its module; specs do it with Nest's testing module. */
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
  /** 0 takes any free port. */
  port: number;
  host: string;
  /** Hooks and routes beside Nest's; the access policy is one. */
  extend?: (server: FastifyInstance, app: NestFastifyApplication, platform: Platform) => void;
  behindGateway?: boolean;
  /** Where GET /metrics answers: by default beside the rest; else on a port of its own, or nowhere. */
  metricsOn?: number | 'nowhere';
  /** How long `drain` takes, milliseconds; default 0. */
  drainMs?: number;
}

export interface RunningApp {
  url: string;
  app: NestFastifyApplication;
  /** Says that it is not ready, and goes on answering for as long as the configuration asks: what comes before `stop`. */
  drain: () => Promise<void>;
  /** Refuses new work, finishes or hands back what was accepted, closes. */
  stop: () => Promise<void>;
}

/** Starts consumers first, then what modules do on bootstrap, then the port: a request finds everything ready. */
export async function startApp({
  module,
  create = createApp,
  platform,
  port,
  host,
  extend,
  behindGateway,
  metricsOn,
  drainMs = 0,
}: AppOptions): Promise<RunningApp> {
  const { bus, health, logger, metrics } = platform;
  followContext();
  const adapter = createHttpAdapter({ logger, behindGateway });
  const app = await create(module, adapter, {
    logger: nestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  app.useGlobalFilters(new ApiErrorFilter());
  const server = adapter.getInstance<FastifyInstance>();
  health.add({ name: 'bus', check: bus.isReady });
  for (const metric of bus.metrics) metrics.registry.registerMetric(metric);
  watchHealth(metrics, health);
  exposeHealth(server, health);
  measureRequests(server, metrics);
  followRequests(server);
  if (metricsOn === undefined) exposeMetrics(server, metrics);
  turnConnectionsAway(server, health);
  extend?.(server, app, platform);
  app.connectMicroservice({ strategy: bus.strategy });
  if (typeof metricsOn === 'number') {
    const management = await openMetricsPort(metrics, host, metricsOn);
    server.addHook('onClose', () => management.close());
  }
  try {
    await app.startAllMicroservices();
    await app.listen(port, host);
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

/** How long requests in progress may take once the app stops; then their connections are cut. */
const requestPatienceMs = 5_000;

async function stop(app: NestFastifyApplication, { bus, health }: Platform): Promise<void> {
  health.drain();
  const cut = setTimeout(() => app.getHttpServer().closeAllConnections(), requestPatienceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
    await bus.close();
  }
}
