import type { ErrorRecoveryStrategy } from '@tributary/contracts/admin/plugins/activity-analyzer';
import type { AnalysisOutcome } from '@tributary/contracts/tracking/activity';
import type { AnalysisFailureClass } from '@tributary/contracts/tracking/analysis-failure';
import type { CallResult } from '../calls/plugin-calls.js';

/** A failure that is listed: the last attempt of an analyzer has failed. */
export interface ListedFailure {
  failure: AnalysisFailureClass;
  status?: number | undefined;
  /** Calls really made. */
  attempts: number;
}

/** The step of an activity after an attempt. */
export type NextStep =
  | { kind: 'retry'; delayMs: number }
  /** No attempt was made, or none that counts: this or another process makes it later. */
  | { kind: 'release'; delayMs?: number }
  /** The next analyzer gets the body; without one it is stored. */
  | {
      kind: 'continue';
      analyzers: readonly string[];
      body: string;
      hasFailed: boolean;
      failed?: ListedFailure;
      /** The analyzer is not of the channel any more. */
      isSkipped?: true;
    }
  | { kind: 'end'; outcome: Exclude<AnalysisOutcome, 'duplicate'>; failed?: ListedFailure };

export interface Attempt {
  /** The body that the analyzer got. */
  body: string;
  /** Calls of this analyzer before this attempt. */
  attempts: number;
  next_analyzers: readonly string[];
  /** Time until the activity expires, milliseconds. */
  remainingMs: number;
  strategy: ErrorRecoveryStrategy;
}

/** Pauses after the first and the second attempt. The third is the last. */
const delaysMs = [1_000, 5_000];
/** Each pause is up to so much shorter or longer: retries of many activities spread. */
const spread = 0.2;

const retried: ReadonlySet<AnalysisFailureClass> = new Set(['UNAVAILABLE', 'TIMEOUT', 'PLUGIN_ERROR', 'BUSY']);
/** No call was made. */
const uncalled: ReadonlySet<AnalysisFailureClass> = new Set(['NO_WORKER', 'EXPIRED']);

/** @param random 0 to 1 */
export function nextStep(attempt: Attempt, result: CallResult, random: number): NextStep {
  const { next_analyzers, attempts } = attempt;
  switch (result.kind) {
    case 'analyzed':
      return { kind: 'continue', analyzers: next_analyzers, body: result.body, hasFailed: false };
    case 'unsent':
    case 'interrupted':
      return { kind: 'release' };
    case 'dropped':
      return { kind: 'end', outcome: 'dropped' };
    case 'failed': {
      const { failure, status, retryAfterMs } = result;
      const made = uncalled.has(failure) ? attempts : attempts + 1;
      const delayMs = delayAfter(made, retryAfterMs, random);
      if (!retried.has(failure) || delayMs === undefined) return recover(attempt, { failure, status, attempts: made });
      if (delayMs >= attempt.remainingMs) return recover(attempt, { failure: 'EXPIRED', attempts: made });
      return { kind: 'retry', delayMs };
    }
  }
}

/** Undefined after the last attempt. */
function delayAfter(made: number, retryAfterMs: number | undefined, random: number): number | undefined {
  const delayMs = delaysMs[made - 1];
  if (delayMs === undefined) return undefined;
  return Math.max(retryAfterMs ?? 0, Math.round(delayMs * (1 - spread + 2 * spread * random)));
}

function recover({ strategy, body, next_analyzers }: Attempt, failed: ListedFailure): NextStep {
  switch (strategy) {
    case 'DROP':
      return { kind: 'end', outcome: 'dropped_on_error', failed };
    case 'STORE_WITH_ERROR_ID':
      return { kind: 'continue', analyzers: next_analyzers, body, hasFailed: true, failed };
    case 'STORE_WITH_ERROR_ID_AND_SKIP_UPCOMING_ANALYZERS':
      return { kind: 'continue', analyzers: [], body, hasFailed: true, failed };
  }
}
