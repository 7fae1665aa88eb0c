import type { TraceNotes } from '@tributary/contracts/traces/activity-trace';
import type { ActivityToAnalyze, PublicCredential } from '@tributary/contracts/tracking/activity';

/** Columns of `waiting_activities`. */
export interface IdColumns {
  activity_id: string;
  former_ids: string[] | null;
  unkeyed_id: string | null;
  /** JSON text. */
  public_credential: string | null;
  /** JSON text. */
  blocked_events: string | null;
  /** JSON text: what has happened to it. */
  trace: string | null;
}

/** To be selected as `IdColumns`, of the rows `waiting`. */
export const idColumns = `waiting.activity_id, waiting.former_ids::text[] as former_ids, waiting.unkeyed_id, waiting.public_credential,
    waiting.blocked_events, waiting.trace`;

export const idsOfRow = ({
  activity_id,
  former_ids,
  unkeyed_id,
  public_credential,
  blocked_events,
  trace,
}: IdColumns) =>
  ({
    activity_id,
    ...(former_ids !== null && { former_ids }),
    ...(unkeyed_id !== null && { unkeyed_id }),
    ...(public_credential !== null && { public_credential: JSON.parse(public_credential) as PublicCredential }),
    ...(blocked_events !== null && { blocked_events: JSON.parse(blocked_events) as string[] }),
    ...(trace !== null && { trace: JSON.parse(trace) as TraceNotes }),
  }) satisfies Partial<ActivityToAnalyze>;
