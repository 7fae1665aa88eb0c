import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Link, Span, SpanContext } from '@opentelemetry/api';
import type { Consumer } from '../messages/consumer.js';
import { withHandledTraces } from './batch-context.js';
import type { Outgoing, Received } from '../messages/message.js';
import { formatTraceparent, isSampled, joinTraceparents, maxTraces, readTraceparents } from './traceparent.js';

// Names and attributes follow OpenTelemetry's semantic conventions for messaging. Without an SDK the API makes spans
// that record nothing and carry the context of their parent: a client's trace is still propagated.
const tracer = trace.getTracer('@tributary/bus');

interface SpanOptions {
  kind: SpanKind;
  operation: string;
  attributes: Attributes;
  links?: Link[];
}

/**
 * Runs the work of a batch in several spans at once: one for each recorded trace of its first messages. So each of
 * these traces continues through the batch. The spans of the handler's own work are children of the first span. The
 * first span links to the parents of the others, and the others link to the first span.
 */
export async function inConsumerSpans<R>(
  { topic, group }: Pick<Consumer, 'topic' | 'group'>,
  batch: Received<unknown>[],
  work: () => Promise<R>,
): Promise<R> {
  const causes = sampledCauses(batch);
  const [first, ...others] = causes;
  if (!first) return work();
  const start = ({ message_id, parent }: Cause, links: Link[]) =>
    startSpan(topic.name, parent, {
      kind: SpanKind.CONSUMER,
      operation: 'process',
      links,
      attributes: {
        'messaging.consumer.group.name': group,
        'messaging.batch.message_count': batch.length,
        'messaging.message.id': message_id,
      },
    });
  const leading = start(
    first,
    others.map(({ parent }) => ({ context: parent })),
  );
  const spans = [leading, ...others.map((cause) => start(cause, [{ context: leading.spanContext() }]))];
  const traces = causes.map(({ message_id }, index) => ({ message_id, traceparent: traceparentOf(spans[index]) }));
  const active = withHandledTraces(trace.setSpan(context.active(), leading), traces);
  return endingSpans(spans, () => context.with(active, work));
}

/** Publishes each message of a trace in a span of that trace; consumers continue the trace from that span. */
export async function inProducerSpans<T>(
  topic: string,
  messages: Outgoing<T>[],
  publish: (messages: Outgoing<T>[]) => Promise<void>,
): Promise<void> {
  const spans: Span[] = [];
  const traced = messages.map((message) => {
    if (message.traceparent === undefined) return message;
    const attributes = { 'messaging.message.id': message.id };
    const traceparents = readTraceparents(message.traceparent).map((parent) => {
      if (!isSampled(parent)) return formatTraceparent(parent);
      const span = startSpan(topic, parent, { kind: SpanKind.PRODUCER, operation: 'send', attributes });
      spans.push(span);
      return traceparentOf(span);
    });
    return Object.assign({}, message, { traceparent: joinTraceparents(traceparents) });
  });
  await endingSpans(spans, () => publish(traced));
}

interface Cause {
  message_id: string;
  parent: SpanContext;
}

function sampledCauses(batch: Received<unknown>[]): Cause[] {
  const causes: Cause[] = [];
  for (const { id, traceparent } of batch) {
    if (causes.length >= maxTraces) break;
    if (traceparent === undefined) continue;
    for (const parent of readTraceparents(traceparent)) if (isSampled(parent)) causes.push({ message_id: id, parent });
  }
  return causes.slice(0, maxTraces);
}

function startSpan(topic: string, parent: SpanContext, { operation, attributes, ...options }: SpanOptions): Span {
  const destination = { 'messaging.destination.name': topic, 'messaging.operation.name': operation };
  const name = `${operation} ${topic}`;
  const withAll = { ...options, attributes: { ...destination, 'messaging.operation.type': operation, ...attributes } };
  return tracer.startSpan(name, withAll, trace.setSpanContext(ROOT_CONTEXT, parent));
}

const traceparentOf = (span: Span | undefined) => (span ? formatTraceparent(span.spanContext()) : '');

async function endingSpans<R>(spans: Span[], work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    // Only the kind of the error: its message may quote what a client sent.
    const type = error instanceof Error ? error.name : 'unknown';
    for (const span of spans) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type);
    throw error;
  } finally {
    for (const span of spans) span.end();
  }
}
