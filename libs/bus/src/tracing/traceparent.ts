import { isSpanContextValid, TraceFlags, type SpanContext } from '@opentelemetry/api';

/** Version, trace, parent, flags, and fields of later versions. */
const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Parses a W3C `traceparent`. Undefined for an invalid one. */
export function parseTraceparent(text: unknown): SpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] =
    typeof text === 'string' ? (form.exec(text) ?? []) : [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  const parent = { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(parent) ? parent : undefined;
}

/** Formats a W3C `traceparent`. */
export const formatTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

/** The most traces that one message, or one batch, continues. */
export const maxTraces = 16;

/** The traces of a message: several, separated by commas, when it sums up several requests. */
export const readTraceparents = (list: string): SpanContext[] =>
  list
    .split(',', maxTraces)
    .map(parseTraceparent)
    .filter((parent) => parent !== undefined);

/** Undefined for an empty list. */
export const joinTraceparents = (traceparents: string[]): string | undefined =>
  traceparents.length === 0 ? undefined : traceparents.join(',');

/** Whether the trace is recorded; its first participant decides that. */
export const isSampled = ({ traceFlags }: SpanContext): boolean => (traceFlags & TraceFlags.SAMPLED) !== 0;
