import { randomUUID } from 'node:crypto';
import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';
import { ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions';
import { waitAtMost } from '@tributary/bus/wait-at-most';
import { ReportingExporter } from './tracing-exporter.js';

export interface RecordingOptions {
  name: string;
  /** Base URL of the collector. */
  endpoint: string;
  /** Share of the traces started here that are recorded, 0 to 1. */
  ratio: number;
  warn: (message: string) => void;
}

export interface Tracing {
  /** Sends the remaining spans, for 3 s at most. */
  stop: () => Promise<void>;
}

/** Limit of queued spans. Further spans are dropped, so that memory stays bounded while the collector is down. */
const maxQueueSize = 8_192;
const sendEveryMs = 1_000;
/** Limit of one request to the collector, including its retries. */
const sendTimeoutMs = 5_000;
const stopWithinMs = 3_000;

/** Used by `startTracing` only: importing this module loads the SDK. */
export function recordTraces({ name, endpoint, ratio, warn }: RecordingOptions): Tracing {
  const otlp = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: sendTimeoutMs,
    concurrencyLimit: 4,
  });
  const processor = new BatchSpanProcessor(new ReportingExporter(otlp, warn), {
    maxQueueSize,
    scheduledDelayMillis: sendEveryMs,
    exportTimeoutMillis: sendTimeoutMs,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      [ATTR_SERVICE_NAME]: name,
      'service.namespace': 'tributary',
      'service.instance.id': randomUUID(),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [processor],
  });
  trace.setGlobalTracerProvider(provider);
  // A collector that fails or hangs must not delay the end of the process.
  return {
    stop: () =>
      waitAtMost(
        stopWithinMs,
        provider.shutdown().catch(() => undefined),
      ),
  };
}
