import type { ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { readNow } from '@tributary/database/sql-expressions';
import type pg from 'pg';
import type { Limit } from '../permits/limits-of.js';
import { decideWithLock, savePermits } from '../permits/take-permits.js';
import type { PermitDecision } from '../permits/decide-permits.js';
import { findErased } from '../queue/erased-identifiers.js';
import { idColumns, idsOfRow, type IdColumns } from '../queue/ids-of-row.js';
import type { QueueKey } from '../queue/queue-key.js';

/** An activity that this process works on until the claim ends: then any process may claim it. */
export interface ClaimedActivity extends QueueKey {
  claim_id: string;
  person_id: string;
  activity: ActivityToAnalyze;
  /** Completed attempts of this analyzer. */
  attempts: number;
  /** Null before the analysis has begun. */
  next_analyzers: string[] | null;
  error_analyzer_id?: string;
  traceparent?: string;
  /** Time since its acceptance, milliseconds. */
  ageMs: number;
  /** The answer to the claim came so late that its permits might end before a call. */
  isLate?: boolean;
  /** A person whom it names was erased after its acceptance. */
  isErased?: boolean;
}

export interface ClaimOptions {
  /** Most activities. */
  room: number;
  /** A call needs a permit of each. */
  limits: Limit[];
  /** How long the claim and its permits last. */
  lifetimeMs: number;
}

export interface Claim extends Pick<PermitDecision, 'refusal'> {
  activities: ClaimedActivity[];
  /** Whether the queue may have more that are due. */
  hasMore: boolean;
  expiredPermits: number;
}

/** Claims the activities of a queue that have waited longest, and takes the permits for their calls: both or none. */
export async function claimActivities(client: pg.ClientBase, queue: QueueKey, options: ClaimOptions): Promise<Claim> {
  const { room, limits, lifetimeMs } = options;
  if (limits.length === 0) {
    const activities = await claimDue(client, queue, room, { lifetimeMs });
    return { activities, hasMore: activities.length === room, expiredPermits: 0 };
  }
  const { granted, refusal, states, expired } = await decideWithLock(client, limits, room);
  const activities = granted === 0 ? [] : await claimDue(client, queue, granted, { lifetimeMs });
  await savePermits(
    client,
    states,
    activities.map(({ claim_id }) => claim_id),
    lifetimeMs,
  );
  return { activities, refusal, hasMore: granted > 0 && activities.length === granted, expiredPermits: expired };
}

/** Activities that are too old for a call, which need no permit. */
export const claimExpired = (
  client: pg.ClientBase,
  queue: QueueKey,
  options: Omit<ClaimOptions, 'limits'> & { maxWaitMs: number },
) => claimDue(client, queue, options.room, { lifetimeMs: options.lifetimeMs, waitedMs: options.maxWaitMs });

interface WaitingRow extends IdColumns {
  datamart_id: string;
  claim_id: string;
  analyzer_id: string;
  person_id: string;
  channel_id: string;
  attempts: number;
  next_analyzers: string[] | null;
  error_analyzer_id: string | null;
  received_ts: number;
  age_ms: number;
  traceparent: string | null;
  identifiers: string;
  body: string;
}

async function claimDue(
  client: pg.ClientBase,
  { analyzer_id, datamart_id }: QueueKey,
  room: number,
  { lifetimeMs, waitedMs = 0 }: { lifetimeMs: number; waitedMs?: number },
): Promise<ClaimedActivity[]> {
  const { rows } = await client.query<WaitingRow>({
    name: 'claim-due',
    text: `
      with due as (
        select datamart_id, activity_id from waiting_activities
        where analyzer_id = $1 and datamart_id = $2 and due_time is not null
          and due_time <= ${readNow} - $5 * interval '1 millisecond'
        order by due_time, position limit $3 for update skip locked)
      update waiting_activities waiting
      set claim_id = gen_random_uuid(), due_time = clock_timestamp() + $4 * interval '1 millisecond'
      from due where waiting.datamart_id = due.datamart_id and waiting.activity_id = due.activity_id
      returning waiting.datamart_id, ${idColumns}, claim_id, analyzer_id, person_id, channel_id, attempts,
        next_analyzers::text[] as next_analyzers, error_analyzer_id, received_ts::float8 as received_ts,
        (extract(epoch from clock_timestamp() - accepted_time) * 1000)::float8 as age_ms, traceparent, identifiers, body`,
    values: [analyzer_id, datamart_id, room, lifetimeMs, waitedMs],
  });
  const claimed = rows.map(toActivity);
  const erased = await findErased(
    client,
    claimed.map(({ activity }) => activity),
  );
  for (const one of claimed) if (erased.has(one.activity)) one.isErased = true;
  return claimed;
}

function toActivity(row: WaitingRow): ClaimedActivity {
  const { datamart_id, received_ts, channel_id, body, error_analyzer_id, traceparent } = row;
  const identifiers = JSON.parse(row.identifiers) as Identifier[];
  return {
    analyzer_id: row.analyzer_id,
    datamart_id,
    claim_id: row.claim_id,
    person_id: row.person_id,
    activity: { datamart_id, ...idsOfRow(row), received_ts, identifiers, body, channel_id },
    attempts: row.attempts,
    next_analyzers: row.next_analyzers,
    ageMs: row.age_ms,
    ...(error_analyzer_id !== null && { error_analyzer_id }),
    ...(traceparent !== null && { traceparent }),
  };
}
