import { finished, Writable } from 'node:stream';
import { SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import type { ClientBase } from 'pg';

const tracer = trace.getTracer('@tributary/database');

interface Statement {
  name?: string;
  text?: string;
}

/**
 * Returns a client that records a span for each statement, or the client itself if no span is active. A span has the
 * statement's name or first word; SQL texts and values are not recorded.
 */
export function tracedClient(client: ClientBase): ClientBase {
  if (!trace.getActiveSpan()?.isRecording()) return client;
  return new Proxy(client, {
    get: (target, property) => {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      const method = value as (...args: unknown[]) => unknown;
      return property === 'query'
        ? (...args: unknown[]) => inSpan(args[0], () => method.apply(target, args))
        : method.bind(target);
    },
  });
}

function inSpan(statement: unknown, send: () => unknown): unknown {
  const attributes = { 'db.system.name': 'postgresql' };
  const span = tracer.startSpan(nameOf(statement), { kind: SpanKind.CLIENT, attributes });
  const answer = send();
  if (answer instanceof Promise) answer.then(end(span), fail(span));
  // For COPY the stream is the statement.
  else if (answer instanceof Writable)
    finished(answer, { readable: false }, (error) => (error ? fail(span)(error) : span.end()));
  else span.end();
  return answer;
}

function nameOf(statement: unknown): string {
  const { name, text } = typeof statement === 'string' ? { text: statement } : (statement as Statement);
  return name ?? /[a-z]+/i.exec(text ?? 'copy')?.[0].toLowerCase() ?? 'statement';
}

const end = (span: Span) => () => span.end();
const fail = (span: Span) => (error: { code?: string }) =>
  void span
    .setStatus({ code: SpanStatusCode.ERROR })
    .setAttribute('error.type', error.code ?? 'unknown')
    .end();
