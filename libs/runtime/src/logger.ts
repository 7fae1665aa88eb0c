import type { LoggerService } from '@nestjs/common';
import { context, isSpanContextValid, trace } from '@opentelemetry/api';
import { batchContextOf } from '@tributary/bus/tracing/batch-context';
import { pino, type DestinationStream, type Logger } from 'pino';
import { requestIdOf } from './async-context.js';

export type { Logger };

/** Injection token of the platform's logger. */
export const LOGGER = Symbol('logger');

/**
 * Logs JSON lines to standard output. Each line names its request or batch and its trace. Headers and bodies are never
 * logged, so no token and no personal data is.
 */
export function createLogger(app: string, level: string, destination: DestinationStream = pino.destination(1)): Logger {
  const serializers = { err: describeError, req: () => undefined, res: () => undefined };
  const options = { level, base: { app }, timestamp: pino.stdTimeFunctions.isoTime, serializers, mixin: workAtHand };
  return pino(options, destination);
}

/** Called only for lines at or above the level. */
function workAtHand(): object {
  const active = context.active();
  const span = trace.getSpanContext(active);
  const request_id = requestIdOf(active);
  return {
    ...(request_id !== undefined && { request_id }),
    ...batchContextOf(active),
    ...(span && isSpanContextValid(span) && { trace_id: span.traceId }),
  };
}

/** Driver errors quote the row in `detail` and `where`, so only the fields that name the fault are logged. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  return { type: error.name, code, message: error.message, stack: error.stack };
}

/** Writes Nest's own messages through pino. */
export function nestLogger(logger: Logger): LoggerService {
  const at =
    (level: 'debug' | 'info' | 'warn' | 'error' | 'fatal') =>
    (message: unknown, ...context: unknown[]): void =>
      logger[level]({ context: context.at(-1) }, message instanceof Error ? message.message : String(message));
  return {
    debug: at('debug'),
    verbose: at('debug'),
    log: at('debug'),
    warn: at('warn'),
    error: at('error'),
    fatal: at('fatal'),
  };
}
