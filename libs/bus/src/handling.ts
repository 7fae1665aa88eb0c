import { context, createContextKey, isSpanContextValid, ROOT_CONTEXT, trace, type Context } from '@opentelemetry/api';
import type { Incoming } from './incoming.js';
import { formatTraceparent, joinTraceparents, readTraceparents } from './traceparent.js';

/** What log lines say of the batch that is being handled. */
export interface Handling {
  consumer: string;
  /** Of the batch's first message. */
  message_id: string;
  messages: number;
}

/** One trace in which a message of the batch is handled. */
export interface HandledTrace {
  message_id: string;
  /** What is caused by the message belongs to this. */
  traceparent: string;
}

const handlingKey = createContextKey('tributary.handling');
const tracesKey = createContextKey('tributary.handled-traces');

/** Runs the work as the handling of the batch, whatever the work was that published it. */
export function asHandling<T>(consumer: string, batch: readonly Incoming[], work: () => Promise<T>): Promise<T> {
  const handling: Handling = { consumer, message_id: batch[0]?.id ?? '', messages: batch.length };
  const traced = batch.find(({ traceparent }) => traceparent !== undefined);
  const [parent] = readTraceparents(traced?.traceparent ?? '');
  const within = ROOT_CONTEXT.setValue(handlingKey, handling);
  return context.with(parent ? trace.setSpanContext(within, parent) : within, work);
}

export const handlingOf = (active: Context): Handling | undefined =>
  active.getValue(handlingKey) as Handling | undefined;

export const withHandledTraces = (active: Context, traces: HandledTrace[]): Context =>
  active.setValue(tracesKey, traces);

/** The traces in which the batch is being handled: those of its first messages that are recorded. */
export const handledTraces = (): HandledTrace[] =>
  (context.active().getValue(tracesKey) as HandledTrace[] | undefined) ?? [];

/**
 * The trace, or traces, that a message belongs to which is published now. Undefined while a batch of several messages is
 * handled: only its handler knows which of them has caused what (`handledTraces`).
 */
export function currentTraceparent(): string | undefined {
  const active = context.active();
  if ((handlingOf(active)?.messages ?? 1) > 1) return undefined;
  const traces = handledTraces();
  const span = trace.getSpanContext(active);
  const own = span && isSpanContextValid(span) ? formatTraceparent(span) : undefined;
  return joinTraceparents(traces.map(({ traceparent }) => traceparent)) ?? own;
}
