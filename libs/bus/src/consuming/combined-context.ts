import { ROOT_CONTEXT, type Context } from '@opentelemetry/api';
import { InFlightBatches } from '../suspects/in-flight-batches.js';
import { batchContextOf, handledTraces, withBatchContext, withHandledTraces } from '../tracing/batch-context.js';
import { maxTraces } from '../tracing/traceparent.js';

/**
 * The context of work that is done for several batches at once. It belongs to no trace, and passes on those of all. If it
 * blocks the thread, the watchdog blames all of them, and no other.
 */
export function combinedContext(contexts: Context[]): Context {
  const active = InFlightBatches.combine(ROOT_CONTEXT, contexts);
  const batches = contexts.map(batchContextOf).filter((batch) => batch !== undefined);
  const [first] = batches;
  if (!first) return active;
  const messages = batches.reduce((sum, batch) => sum + batch.messages, 0);
  const traces = contexts.flatMap((each) => handledTraces(each)).slice(0, maxTraces);
  return withHandledTraces(withBatchContext(active, { ...first, messages }), traces);
}
