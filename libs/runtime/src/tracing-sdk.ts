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
import { within } from '@tributary/bus/within';
import type { Tracing } from './tracing.js';
import { ReportingExporter } from './tracing-exporter.js';

export interface RecordingOptions {
  name: string;
  /** Base of the collector's URL. */
  endpoint: string;
  /** Of the traces that begin here: 0 to 1. */
  ratio: number;
  warn: (message: string) => void;
}

/** Spans that wait to be sent; further ones are dropped, so that a collector that is down costs no more memory. */
const maxQueueSize = 8_192;
const sendEveryMs = 1_000;
/** Of one request to the collector, its repetitions included. */
const sendTimeoutMs = 5_000;
const stopWithinMs = 3_000;

/** Only for `startTracing`: importing this loads the SDK. */
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
      ...{ 'service.namespace': 'tributary', 'service.instance.id': randomUUID() },
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [processor],
  });
  trace.setGlobalTracerProvider(provider);
  // A collector that fails, or hangs, must not hold back the end of the process.
  return {
    stop: () =>
      within(
        stopWithinMs,
        provider.shutdown().catch(() => undefined),
      ),
  };
}
