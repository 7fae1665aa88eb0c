import type { DynamicModule } from '@nestjs/common';
import { connectKafka } from '@tributary/bus/kafka-bus';
import { guardByCallerHeader } from '@tributary/http/caller-guard';
import { startApp, type AppOptions, type RunningApp } from './app.js';
import type { CommonConfig } from './config.js';
import { Health } from './health.js';
import { createLogger } from './logger.js';
import { exitBecause } from './main.js';
import { Metrics } from './metrics.js';
import type { Platform } from './platform.js';
import { startTracing } from './tracing.js';

export interface ServiceOptions {
  name: string;
  config: CommonConfig & { KAFKA_BROKERS: string[]; INTERNAL_KEY: string };
  module: (platform: Platform) => DynamicModule;
  /** What opens the server to the public; without it only what the gateway has signed gets in. */
  openDoor?: AppOptions['extend'];
  metricsOn?: AppOptions['metricsOn'];
}

/** Runs one app as a process of its own, over Kafka. */
export async function startService({ name, config, module, openDoor, metricsOn }: ServiceOptions): Promise<RunningApp> {
  const logger = createLogger(name, config.LOG_LEVEL);
  const tracing = await startTracing({ name, config, logger });
  const onCrash = exitBecause(logger, 'a consumer crashed');
  const bus = connectKafka({ brokers: config.KAFKA_BROKERS, clientId: name, logger, onCrash });
  const platform: Platform = { bus, logger, health: new Health(), metrics: new Metrics(name) };
  const running = await startApp({
    module: module(platform),
    platform,
    port: config.PORT,
    host: config.HOST,
    extend: openDoor ?? ((server) => guardByCallerHeader(server, config.INTERNAL_KEY)),
    behindGateway: openDoor === undefined,
    metricsOn,
    drainMs: config.SHUTDOWN_DRAIN_MS,
  });
  logger.info({ url: running.url }, 'ready');
  return { ...running, stop: () => running.stop().finally(tracing.stop) };
}
