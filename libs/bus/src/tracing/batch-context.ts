import { context, createContextKey, isSpanContextValid, ROOT_CONTEXT, trace, type Context } from '@opentelemetry/api';
import type { Incoming } from '../messages/incoming.js';
import { formatTraceparent, joinTraceparents, readTraceparents } from './traceparent.js';

/** The fields of the current batch that log lines show. */
export interface BatchContext {
  consumer: string;
  /** Id of the batch's first message. */
  message_id: string;
  messages: number;
}

/** The trace of a message in the batch. */
export interface HandledTrace {
  message_id: string;
  /** The parent of everything that the message causes. */
  traceparent: string;
}

const batchContextKey = createContextKey('tributary.batch');
const tracesKey = createContextKey('tributary.handled-traces');

/** Runs the work in the context of the batch, and outside the caller's trace. */
export function runInBatchContext<T>(consumer: string, batch: readonly Incoming[], work: () => Promise<T>): Promise<T> {
  const batchContext: BatchContext = { consumer, message_id: batch[0]?.id ?? '', messages: batch.length };
  const traced = batch.find(({ traceparent }) => traceparent !== undefined);
  const [parent] = readTraceparents(traced?.traceparent ?? '');
  const root = withBatchContext(ROOT_CONTEXT, batchContext);
  return context.with(parent ? trace.setSpanContext(root, parent) : root, work);
}

export const withBatchContext = (active: Context, batch: BatchContext): Context =>
  active.setValue(batchContextKey, batch);

export const batchContextOf = (active: Context): BatchContext | undefined =>
  active.getValue(batchContextKey) as BatchContext | undefined;

export const withHandledTraces = (active: Context, traces: HandledTrace[]): Context =>
  active.setValue(tracesKey, traces);

/** The traces of the batch that is being handled: of its first messages that belong to a recorded trace. */
export const handledTraces = (active = context.active()): HandledTrace[] =>
  (active.getValue(tracesKey) as HandledTrace[] | undefined) ?? [];

/**
 * Trace context for a message published now. Undefined while a batch of several messages is handled: only the handler
 * knows which message of `handledTraces` is the cause.
 */
export function currentTraceparent(): string | undefined {
  const active = context.active();
  if ((batchContextOf(active)?.messages ?? 1) > 1) return undefined;
  const traces = handledTraces(active);
  const span = trace.getSpanContext(active);
  const own = span && isSpanContextValid(span) ? formatTraceparent(span) : undefined;
  return joinTraceparents(traces.map(({ traceparent }) => traceparent)) ?? own;
}
