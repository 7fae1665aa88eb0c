import type { TracingConfig } from './config.js';
import type { Logger } from './logger.js';

export interface TracingOptions {
  /** The app, as the traces call the service. */
  name: string;
  config: TracingConfig;
  logger: Logger;
}

export interface Tracing {
  /** Sends what is left, no longer than 3 s. */
  stop: () => Promise<void>;
}

/**
 * Records traces and sends them to OTEL_EXPORTER_OTLP_ENDPOINT. Without it nothing of the SDK is loaded: the trace points
 * then find OpenTelemetry's API alone, which does nothing. Before the app starts, so that nothing is missed.
 */
export async function startTracing({ name, config, logger }: TracingOptions): Promise<Tracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = config;
  if (endpoint === undefined) return { stop: () => Promise.resolve() };
  const { recordTraces } = await import('./tracing-sdk.js');
  return recordTraces({ name, endpoint, ratio, warn: (message) => logger.warn(message) });
}
