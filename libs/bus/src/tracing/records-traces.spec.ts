import { trace } from '@opentelemetry/api';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-node';
import { afterEach, expect, it } from '@jest/globals';
import { recordsTraces } from './records-traces.js';

afterEach(() => trace.disable());

it('Traces are recorded from when an SDK is set until it is removed', () => {
  trace.getTracer('used before the SDK');
  expect(recordsTraces()).toBe(false);
  trace.setGlobalTracerProvider(new BasicTracerProvider());
  expect(recordsTraces()).toBe(true);
  trace.disable();
  expect(recordsTraces()).toBe(false);
});
