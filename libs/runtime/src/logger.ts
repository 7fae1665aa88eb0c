import type { LoggerService } from '@nestjs/common';
import { context, isSpanContextValid, trace } from '@opentelemetry/api';
import { handlingOf } from '@tributary/bus/handling';
import { pino, type DestinationStream, type Logger } from 'pino';
import { requestIdOf } from './async-context.js';

export type { Logger };

/** Token under which modules have Nest inject the platform's logger. */
export const LOGGER = Symbol('logger');

/**
 * JSON lines on standard output; each says for which request or messages it was written, and in which trace. Nothing of
 * a request's headers or body is logged, so no token and no personal data.
 */
export function createLogger(app: string, level: string, destination: DestinationStream = pino.destination(1)): Logger {
  const serializers = { err: describeError, req: () => undefined, res: () => undefined };
  const options = { level, base: { app }, timestamp: pino.stdTimeFunctions.isoTime, serializers, mixin: workAtHand };
  return pino(options, destination);
}

/** Asked for the lines that are written, not for those below the level. */
function workAtHand(_fields: object, _level: number, logger: Logger): object {
  const active = context.active();
  const span = trace.getSpanContext(active);
  const request_id = requestIdOf(active);
  return {
    // A request's own logger says it already.
    ...(request_id !== undefined && !('request_id' in logger.bindings()) && { request_id }),
    ...handlingOf(active),
    ...(span && isSpanContextValid(span) && { trace_id: span.traceId }),
  };
}

/** Driver errors carry the row in `detail` and `where`: only what names the fault is kept. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  return { type: error.name, code, message: error.message, stack: error.stack };
}

/** Nest's own messages through pino. */
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
