import { ProxyTracerProvider, trace } from '@opentelemetry/api';

/** OpenTelemetry's own, which records nothing. */
const withoutSdk = new ProxyTracerProvider().getDelegate();

/** Whether spans are recorded at all. Without that, hot paths pass the client's trace on and start no spans. */
export function recordsTraces(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegate() !== withoutSdk;
}
