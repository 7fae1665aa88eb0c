import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';

type Done = Parameters<SpanExporter['export']>[1];

/** Wraps an exporter and logs once when spans are lost and once when they are accepted again. */
export class ReportingExporter implements SpanExporter {
  private isFailing = false;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly warn: (message: string) => void,
  ) {}

  export(spans: ReadableSpan[], done: Done): void {
    this.exporter.export(spans, (result) => {
      this.report(result.error);
      done(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private report(error: Error | undefined): void {
    if (error && !this.isFailing) this.warn(`traces are lost because the collector refuses them: ${error.message}`);
    if (!error && this.isFailing) this.warn('the collector accepts traces again');
    this.isFailing = error !== undefined;
  }
}
