import { withStep } from '@tributary/contracts/traces/begin-trace';
import { pipeline } from '@tributary/database/pipeline';
import { plainArray } from '@tributary/database/plain-array';
import type { Statement, UnitOfWork } from '@tributary/database/transaction';
import type pg from 'pg';
import { insertFailures, type AnalyzerFailure } from '../failures/insert-failures.js';
import { countWaiting, type QueueChange } from '../queue/count-waiting.js';
import { promoteNext } from '../queue/promote-next.js';
import { publishOutcomes, toStore, withOutcome, type EndedActivity } from '../queue/publish-outcomes.js';
import { isDropped, rememberDropped } from '../queue/remember-dropped.js';
import { stepsOfAttempt } from '../traces/steps-of-attempt.js';
import type { ClaimedActivity } from './claim-activities.js';
import type { ListedFailure, NextStep } from './next-step.js';

export interface EndedAttempt {
  claimed: ClaimedActivity;
  step: NextStep;
}

type Step<Kind extends NextStep['kind']> = Extract<NextStep, { kind: Kind }>;
interface Leaving {
  claimed: ClaimedActivity;
  step: Step<'continue'> | Step<'end'>;
}
interface Staying {
  claimed: ClaimedActivity;
  step: Step<'retry'> | Step<'release'>;
}

/**
 * Writes the outcomes of attempts, in one transaction: each activity is published, goes to its next analyzer, or waits
 * for another attempt; its permits end. An attempt that has lost its claim changes nothing:
 * another process has the activity.
 */
export async function endAttempts(work: UnitOfWork, ended: EndedAttempt[]): Promise<void> {
  const leaving = ended.filter((one): one is Leaving => one.step.kind === 'continue' || one.step.kind === 'end');
  const staying = ended.filter((one): one is Staying => one.step.kind === 'retry' || one.step.kind === 'release');
  const finished = leaving.filter((one) => nextQueue(one) === undefined);
  const forwarded = leaving.filter((one) => nextQueue(one) !== undefined);
  const { client } = work;
  // Most batches have outcomes of one kind only: each statement costs as much as ten rows.
  const { removed = none, moved = none } = await pipeline(client, () => ({
    ...(leaving.length > 0 && { locked: client.query(countWaiting(leaving.flatMap(changesOf))) }),
    ...(finished.length > 0 && { removed: idsOf(client, remove(finished)) }),
    ...(forwarded.length > 0 && { moved: idsOf(client, forward(forwarded)) }),
    ...(staying.length > 0 && { waiting: client.query(wait(staying)) }),
    ended: client.query(endPermits(ended)),
  }));
  const left = finished.filter(({ claimed }) => removed.has(claimed.claim_id));
  const went = forwarded.filter(({ claimed }) => moved.has(claimed.claim_id));
  const lost = [...finished, ...forwarded].filter((one) => !left.includes(one) && !went.includes(one));
  if (lost.length > 0) work.atCommit([countWaiting(lost.flatMap(changesOf).map(inverse))]);
  if (left.length + went.length > 0) work.atCommit([promoteNext([...left, ...went].map(leftOf))]);
  work.atCommit(rememberDropped(left.flatMap(droppedOf)));
  work.atCommit(publishOutcomes(left.map(outcomeOf)));
  await insertFailures(work, [...left, ...went].flatMap(failureOf));
}

const none: ReadonlySet<string> = new Set();

const leftOf = ({ claimed: { analyzer_id, person_id, activity } }: Leaving) => ({
  analyzer_id,
  person_id,
  channel_id: activity.channel_id,
});

const nextQueue = ({ step }: Leaving) => (step.kind === 'continue' ? step.analyzers[0] : undefined);

function changesOf(one: Leaving): QueueChange[] {
  const { analyzer_id, datamart_id } = one.claimed;
  const next = nextQueue(one);
  const leaves = { analyzer_id, datamart_id, change: -1 };
  return next === undefined ? [leaves] : [leaves, { analyzer_id: next, datamart_id, change: 1 }];
}

const inverse = (one: QueueChange): QueueChange => ({ ...one, change: -one.change });

/** The claims of the rows that a statement has found. */
async function idsOf(client: pg.ClientBase, statement: Statement): Promise<Set<string>> {
  const { rows } = await client.query<{ claim_id: string }>(statement);
  return new Set(rows.map(({ claim_id }) => claim_id));
}

const keysOf = (ended: { claimed: ClaimedActivity }[]) => [
  plainArray(ended.map(({ claimed }) => claimed.datamart_id)),
  plainArray(ended.map(({ claimed }) => claimed.activity.activity_id)),
  plainArray(ended.map(({ claimed }) => claimed.claim_id)),
];

const isClaimed = `waiting.datamart_id = given.datamart_id and waiting.activity_id = given.activity_id
  and waiting.claim_id = given.claim_id`;

const remove = (ended: Leaving[]): Statement => ({
  name: 'remove-waiting',
  text: `
    delete from waiting_activities waiting
    using unnest($1::bigint[], $2::uuid[], $3::uuid[]) as given (datamart_id, activity_id, claim_id)
    where ${isClaimed} returning waiting.claim_id`,
  values: keysOf(ended),
});

const forward = (ended: Leaving[]): Statement => ({
  name: 'forward-waiting',
  text: `
    update waiting_activities waiting set analyzer_id = given.analyzer_id, next_analyzers = given.rest::bigint[],
      body = given.body, trace = given.trace, error_analyzer_id = coalesce(waiting.error_analyzer_id, given.error_analyzer_id),
      attempts = 0, claim_id = null,
      due_time = case when not exists (
        select from waiting_activities earlier
        where earlier.person_id = waiting.person_id and earlier.analyzer_id = given.analyzer_id
          and earlier.channel_id = waiting.channel_id and earlier.position < waiting.position) then accepted_time end
    from unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::bigint[], $5::text[], $6::text[], $7::bigint[],
        $8::text[])
      as given (datamart_id, activity_id, claim_id, analyzer_id, rest, body, error_analyzer_id, trace)
    where ${isClaimed} returning given.claim_id`,
  values: [
    ...keysOf(ended),
    ended.map(nextQueue),
    ended.map(({ step }) => (step.kind === 'continue' ? plainArray(step.analyzers.slice(1)) : '{}')),
    ended.map(({ step }) => (step.kind === 'continue' ? step.body : '')),
    ended.map(({ claimed, step }) => (step.kind === 'continue' && step.hasFailed ? claimed.analyzer_id : null)),
    ended.map((one) => JSON.stringify(notesAfter(one))),
  ],
});

const wait = (ended: Staying[]): Statement => ({
  name: 'wait-again',
  text: `
    update waiting_activities waiting set claim_id = null, next_analyzers = given.rest::bigint[],
      attempts = waiting.attempts + given.made,
      due_time = coalesce(clock_timestamp() + given.delay_ms * interval '1 millisecond', accepted_time)
    from unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::float8[], $5::text[], $6::smallint[])
      as given (datamart_id, activity_id, claim_id, delay_ms, rest, made)
    where ${isClaimed}`,
  values: [
    ...keysOf(ended),
    ended.map(({ step }) => step.delayMs ?? null),
    ended.map(({ claimed: { next_analyzers } }) => next_analyzers && plainArray(next_analyzers)),
    plainArray(ended.map(({ step }) => (step.kind === 'retry' ? 1 : 0))),
  ],
});

const endPermits = (ended: EndedAttempt[]): Statement => ({
  name: 'end-permits',
  text: 'delete from permits where claim_id = any($1::uuid[])',
  values: [plainArray(ended.map(({ claimed }) => claimed.claim_id))],
});

const notesAfter = ({ claimed: { activity, analyzer_id }, step }: Leaving) =>
  withStep(activity.trace, ...stepsOfAttempt({ analyzer_id, before: activity, step, ts: Date.now() }));

const droppedOf = ({ claimed: { activity }, step }: Leaving) =>
  step.kind === 'end' && isDropped(step.outcome) ? [activity] : [];

function outcomeOf({ claimed, step }: Leaving): EndedActivity {
  const { analyzer_id, error_analyzer_id, traceparent } = claimed;
  const activity = { ...claimed.activity, trace: notesAfter({ claimed, step }) };
  if (step.kind === 'end') return { value: withOutcome(activity, step.outcome), traceparent };
  const firstFailed = error_analyzer_id ?? (step.hasFailed ? analyzer_id : undefined);
  return { value: toStore({ ...activity, body: step.body }, firstFailed), traceparent };
}

function failureOf({ claimed, step }: Leaving): AnalyzerFailure[] {
  const { failed } = step as { failed?: ListedFailure };
  if (!failed) return [];
  return [{ ...failed, analyzer_id: claimed.analyzer_id, activity_id: claimed.activity.activity_id }];
}
