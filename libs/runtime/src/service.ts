import type { DynamicModule } from '@nestjs/common';
import { connectKafka } from '@tributary/bus/kafka/kafka-bus';
import { InFlightBatches } from '@tributary/bus/suspects/in-flight-batches';
import { guardByCallerHeader } from '@tributary/http/caller-guard';
import { startApp, type AppOptions, type RunningApp } from './app.js';
import type { CommonConfig, KafkaConfig } from './config.js';
import { type GatewayTrustConfig, trustOf } from './gateway-keys.js';
import { Health } from './health.js';
import { kafkaConnection } from './kafka-access.js';
import { createLogger } from './logger.js';
import { exitBecause, type Running } from './main.js';
import { Metrics } from './metrics/metrics.js';
import type { Platform } from './platform.js';
import { makePrivate } from './private-files.js';
import { startTracing } from './tracing/tracing.js';
import { exitOnUncaught } from './watchdog/exit-on-uncaught.js';
import { startWatchdog, type Watchdog } from './watchdog/watchdog.js';

export interface ServiceOptions {
  name: string;
  config: CommonConfig & KafkaConfig & Partial<GatewayTrustConfig> & { DATA_DIR?: string };
  module: (platform: Platform) => DynamicModule;
  /** Configures a public server. Without it the server accepts only requests signed by the gateway. */
  configureServer?: AppOptions['extend'];
  metricsOn?: AppOptions['metricsOn'];
  limits?: AppOptions['limits'];
}

/** Runs one app as a separate process over Kafka. */
export async function startService({
  name,
  config,
  module,
  configureServer,
  metricsOn,
  limits,
}: ServiceOptions): Promise<RunningApp & Running> {
  const logger = createLogger(name, config.LOG_LEVEL);
  if (config.DATA_DIR !== undefined) makePrivate(config.DATA_DIR, logger);
  const ignoreUncaught = exitOnUncaught(logger);
  const tracing = await startTracing({ name, config, logger });
  const onCrash = exitBecause(logger, 'a consumer crashed');
  const connection = { ...kafkaConnection(config), clientId: name };
  const inFlight = new InFlightBatches();
  const bus = connectKafka({ ...connection, logger, onCrash, inFlight });
  const platform: Platform = { bus, logger, health: new Health(), metrics: new Metrics(name) };
  if (config.INTERNAL_KEY !== undefined) noteInternalKey(platform);
  let watchdog: Watchdog | undefined;
  const running = await startApp({
    module: module(platform),
    platform,
    port: config.PORT,
    host: config.HOST,
    extend: configureServer ?? ((server) => guardByCallerHeader(server, trustOf(name, config))),
    behindGateway: configureServer === undefined,
    metricsOn,
    limits,
    drainMs: config.SHUTDOWN_DRAIN_MS,
    beforeConsumers: async () => {
      watchdog = await startWatchdog({ app: name, inFlight, suspectLog: { connection } });
    },
  });
  logger.info({ url: running.url }, 'ready');
  const stop = async () => {
    try {
      await running.stop();
    } finally {
      await tracing.stop();
    }
    await watchdog?.stop();
    ignoreUncaught();
  };
  return { ...running, stop, stopWithinMs: config.SHUTDOWN_TIMEOUT_MS };
}

function noteInternalKey({ logger, metrics }: Platform): void {
  metrics.internalKeySet.set(1);
  logger.warn('INTERNAL_KEY is set: each service can speak as any user. Remove it when no old process runs any more');
}
