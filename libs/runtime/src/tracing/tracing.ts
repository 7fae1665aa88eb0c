import type { Tracing } from './tracing-sdk.js';
import type { TracingConfig } from '../config.js';
import type { Logger } from '../logger.js';

export interface TracingOptions {
  /** The app's name, used as the service name of traces. */
  name: string;
  config: TracingConfig;
  logger: Logger;
}

/**
 * Records traces and sends them to OTEL_EXPORTER_OTLP_ENDPOINT. Without that setting the SDK is not loaded, and
 * OpenTelemetry's API does nothing. Call it before the app starts, so that no span is missed.
 */
export async function startTracing({ name, config, logger }: TracingOptions): Promise<Tracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = config;
  if (endpoint === undefined) return { stop: () => Promise.resolve() };
  const { recordTraces } = await import('./tracing-sdk.js');
  return recordTraces({ name, endpoint, ratio, warn: (message) => logger.warn(message) });
}
