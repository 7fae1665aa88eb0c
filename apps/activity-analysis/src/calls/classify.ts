import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '@tributary/contracts/errors';
import type { AnalysisFailureClass } from '@tributary/contracts/tracking/analysis-failure';
import type { CallResult } from './plugin-calls.js';

type Failed = Extract<CallResult, { kind: 'failed' }>;

export const failed = (failure: AnalysisFailureClass, status?: number): Failed => ({
  kind: 'failed',
  failure,
  ...(status !== undefined && { status }),
});

/** A longer wait that a plugin asks for counts as this. */
const maxRetryAfterMs = 60_000;

/** The failure that an HTTP status means; undefined for 200. */
export function failureOfStatus(status: number, headers: IncomingHttpHeaders, now: number): Failed | undefined {
  if (status === 200) return undefined;
  if (status !== 429 && (status < 500 || status > 599)) return failed('INVALID_ANSWER', status);
  const retryAfterMs = readRetryAfter(headers['retry-after'], now);
  return {
    ...failed(status === 429 ? 'BUSY' : 'PLUGIN_ERROR', status),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Seconds or an HTTP date. */
function readRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : httpDate.test(text) ? Date.parse(text) - now : NaN;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), maxRetryAfterMs);
}

/** What a connection failed with: the address was refused, the answer is no HTTP, or there was no connection. */
export function failureOfError(error: unknown): Failed {
  if (error instanceof ApiError && error.code === 'CONSTRAINT_VIOLATION_EXCEPTION') return failed('NO_WORKER');
  const { code } = (error ?? {}) as { code?: unknown };
  // An answer that the parser of HTTP refuses, headers beyond their limit included.
  return failed(typeof code === 'string' && code.startsWith('HPE_') ? 'INVALID_ANSWER' : 'UNAVAILABLE');
}
