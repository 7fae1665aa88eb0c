import { ROOT_CONTEXT, type Context } from '@opentelemetry/api';
import { batchContextOf, handledTraces, withBatchContext, withHandledTraces } from '../tracing/batch-context.js';
import { maxTraces } from '../tracing/traceparent.js';

/** The context of work that is done for several batches at once. It belongs to no trace, and passes on those of all. */
export function combinedContext(contexts: Context[]): Context {
  const batches = contexts.map(batchContextOf).filter((batch) => batch !== undefined);
  const [first] = batches;
  if (!first) return ROOT_CONTEXT;
  const messages = batches.reduce((sum, batch) => sum + batch.messages, 0);
  const traces = contexts.flatMap((each) => handledTraces(each)).slice(0, maxTraces);
  return withHandledTraces(withBatchContext(ROOT_CONTEXT, { ...first, messages }), traces);
}
