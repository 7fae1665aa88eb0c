import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { hasEarlyTime } from '@tributary/contracts/tracking/early-time';
import type { UserActivity } from '@tributary/contracts/tracking/user-activity';
import type { TraceCredential, TraceStep } from '@tributary/contracts/traces/activity-trace';
import { traceCredentialOf } from '@tributary/contracts/traces/begin-trace';

/** The part of its trace that an activity brings. */
export interface TraceOrigin {
  credential?: TraceCredential | undefined;
  /** The execution of an imported one. */
  execution_id?: string;
  hash?: string | undefined;
  /** The steps after ACCEPTED. */
  steps?: readonly TraceStep[] | undefined;
}

/** Undefined for messages of versions that did not say it. */
export function traceOriginOf(received: ActivityReceived): TraceOrigin | undefined {
  const { trace } = received;
  const credential = traceCredentialOf(received);
  if (trace === undefined && credential === undefined) return undefined;
  return { credential, hash: trace?.hash, steps: trace?.steps };
}

/** The origin of a line, which import-worker has validated. */
export const importedOrigin = (execution_id: string, activity: object, ts: number): TraceOrigin =>
  hasEarlyTime(activity as UserActivity)
    ? { execution_id, steps: [{ step: 'TIME_SUSPICIOUS', ts }] }
    : { execution_id };
