import { describe, expect, it } from '@jest/globals';
import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  batchContextOf,
  currentTraceparent,
  handledTraces,
  withBatchContext,
  withHandledTraces,
} from '../tracing/batch-context.js';
import { maxTraces, parseTraceparent } from '../tracing/traceparent.js';
import { InFlightBatches } from '../suspects/in-flight-batches.js';
import { combinedContext } from './combined-context.js';

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

const traceparent = `00-${'1'.repeat(32)}-${'1'.repeat(16)}-01`;
const contextOf = (message_id: string, messages = 1) => {
  const batch = withBatchContext(ROOT_CONTEXT, { consumer: 'group', message_id, messages });
  const parent = parseTraceparent(traceparent);
  return withHandledTraces(parent ? trace.setSpanContext(batch, parent) : batch, [{ message_id, traceparent }]);
};

describe('the context of combined batches', () => {
  it('has the messages and traces of all, and none of them as the cause of what is published', () => {
    const combined = combinedContext([contextOf('a'), ROOT_CONTEXT, contextOf('b', 3)]);
    expect(batchContextOf(combined)).toEqual({ consumer: 'group', message_id: 'a', messages: 4 });
    expect(handledTraces(combined).map(({ message_id }) => message_id)).toEqual(['a', 'b']);
    expect(trace.getSpanContext(combined)).toBeUndefined();
    expect(context.with(combined, currentTraceparent)).toBeUndefined();
  });

  it('shows the watchdog the entries of all', () => {
    const inFlight = new InFlightBatches();
    const contexts = [contextOf('a'), contextOf('b')].map((each) => inFlight.take('group', 'topic')!.context(each));
    inFlight.take('group', 'topic');
    expect(InFlightBatches.current(combinedContext(contexts))).toEqual([0, 1]);
  });

  it('has no more traces than a batch', () => {
    const combined = combinedContext(Array.from({ length: maxTraces + 1 }, (_, i) => contextOf(String(i))));
    expect(handledTraces(combined)).toHaveLength(maxTraces);
  });
});
