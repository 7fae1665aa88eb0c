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

/** The failure of a connection: the address was refused, the head is too long, or the connection is missing or broken. */
export function failureOfError(error: unknown, status?: number): Failed {
  if (error instanceof ApiError && error.code === 'CONSTRAINT_VIOLATION_EXCEPTION') return failed('NO_WORKER');
  return failed(codeOf(error) === 'HPE_HEADER_OVERFLOW' ? 'INVALID_ANSWER' : 'UNAVAILABLE', status);
}

/** Whether the connection brought bytes that are no HTTP. They may be what is left of an earlier answer. */
export const isNoHttp = (error: unknown): boolean => codeOf(error).startsWith('HPE_');

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
