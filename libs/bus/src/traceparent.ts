import { isSpanContextValid, TraceFlags, type SpanContext } from '@opentelemetry/api';

/** Version, trace, parent, flags, and what a later version may add. */
const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Reads a W3C `traceparent`; undefined for anything that is none. */
export function parseTraceparent(text: unknown): SpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] =
    typeof text === 'string' ? (form.exec(text) ?? []) : [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  const parent = { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(parent) ? parent : undefined;
}

/** Writes a W3C `traceparent`. */
export const formatTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

/** Most traces that one message, or one batch, goes on in. */
export const maxTraces = 16;

/** Those of a message, which names several when it sums up what several requests have caused. */
export const readTraceparents = (list: string): SpanContext[] =>
  list
    .split(',', maxTraces)
    .map(parseTraceparent)
    .filter((parent) => parent !== undefined);

/** Undefined for none. */
export const joinTraceparents = (traceparents: string[]): string | undefined =>
  traceparents.length === 0 ? undefined : traceparents.join(',');

/** Whether whoever began the trace wants it to be recorded. */
export const isSampled = ({ traceFlags }: SpanContext): boolean => (traceFlags & TraceFlags.SAMPLED) !== 0;
