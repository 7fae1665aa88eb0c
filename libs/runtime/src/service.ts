import type { DynamicModule } from '@nestjs/common';
import { connectKafka } from '@tributary/bus/kafka-bus';
import { verifyCaller, callerHeader } from '@tributary/http/caller-header';
import '@tributary/http/caller';
import type { FastifyInstance } from 'fastify';
import { startApp, type AppOptions, type RunningApp } from './app.js';
import type { CommonConfig } from './config.js';
import { Health } from './health.js';
import { createLogger } from './logger.js';
import { Metrics } from './metrics.js';
import type { Platform } from './platform.js';

export interface ServiceOptions {
  name: string;
  config: CommonConfig & { KAFKA_BROKERS: string[]; INTERNAL_KEY: string };
  module: (platform: Platform) => DynamicModule;
  /** Default: only what the gateway has signed gets in. */
  extend?: AppOptions['extend'];
}

/** Runs one app as a process of its own, over Kafka. */
export async function startService({ name, config, module, extend }: ServiceOptions): Promise<RunningApp> {
  const logger = createLogger(name, config.LOG_LEVEL);
  const onCrash = (error: Error) => {
    // A consumer that has stopped for good must not look alive: the orchestrator starts the process anew.
    logger.fatal({ err: error }, 'a consumer crashed');
    process.exit(1);
  };
  const bus = connectKafka({ brokers: config.KAFKA_BROKERS, clientId: name, logger, onCrash });
  const platform: Platform = { bus, logger, health: new Health(), metrics: new Metrics(name) };
  const running = await startApp({
    module: module(platform),
    platform,
    port: config.PORT,
    host: config.HOST,
    extend: extend ?? ((server) => guardByCallerHeader(server, config.INTERNAL_KEY)),
    trustRequestId: extend === undefined,
  });
  logger.info({ url: running.url }, 'ready');
  return running;
}

function guardByCallerHeader(server: FastifyInstance, internalKey: string): void {
  server.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.url?.startsWith('/v1/')) {
      try {
        request.caller = verifyCaller(request.headers[callerHeader], internalKey);
      } catch (error) {
        return done(error as Error);
      }
    }
    done();
  });
}
