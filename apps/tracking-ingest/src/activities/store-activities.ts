import { outboxStatements } from '@tributary/bus/outbox/outbox';
import { handledTraces } from '@tributary/bus/tracing/batch-context';
import { activityStored } from '@tributary/contracts/topics/topics';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { insertRows } from '@tributary/database/insert-rows';
import { sendAhead } from '@tributary/database/pipeline';
import { plainArray, plainColumns } from '@tributary/database/plain-array';
import type { Statement, UnitOfWork } from '@tributary/database/transaction';
import type pg from 'pg';
import { moveAndMerge } from '../attached-data/merge-user-points.js';
import { changeStatements, type CollectionChange } from '../collections/count-changes.js';
import { evaluateChoices, withProcessings } from '../consent/enforce-choices.js';
import { refusalsByDay } from '../consent/refused-by-choice.js';
import type { StoreContext } from '../consent/store-rules.js';
import { applyEvents } from '../events/apply-events.js';
import type { PublicMerge, Resolution } from '../identity/identity-claim.js';
import { countExclusiveCases, noExclusiveCases, type ExclusiveCounts } from '../exclusive-accounts/exclusive-cases.js';
import { resolveUserPoints } from '../identity/resolve-user-points.js';
import type { StoreResult } from '../reconciliation/count-outcomes.js';
import type { PublicCases } from '../public-credentials/public-cases.js';
import { resolvedActivities, type OwnedActivity, type ResolvedActivity } from './resolved-activity.js';
import type { ArrivedActivity, UnstoredActivity } from './unstored-activity.js';
import { BatchTraces } from '../traces/batch-traces.js';
import { traceEntries, type BatchOutcomes } from '../traces/trace-outcomes.js';
import { toStoredMessages } from './to-stored-messages.js';
import { tracesOfMessage } from './traces-of-message.js';
import type { NewActivity } from './new-activity.js';

/** The activities of a batch that were not simply stored. */
export interface StoreCounts {
  /** Stored, refused or ended before. */
  duplicates: number;
  /** Activities of people erased since the activities came in. */
  erased: number;
  /** Not stored, because a choice of their person refuses them. */
  refusedByChoice: number;
  /** Stored, but their person would have had too many identifiers. */
  overLimit: number;
  /** Cases of exclusive compartments. */
  exclusiveCases: ExclusiveCounts;
}

/** The outcome of a batch of activities. */
export interface StoredBatch extends StoreCounts, StoreResult {
  /** The stored ones. */
  owned: OwnedActivity[];
  refused: NewActivity[];
  publicCases: PublicCases;
}

/**
 * Stores each activity once, with its user point, and publishes it to reports, unless a choice of its person refuses it.
 * The partitions of its days exist.
 *
 * @param received in the order of their arrival
 * @param unstored activities of which only the ids are claimed; none has the id of a received one
 */
export async function storeActivities(
  work: UnitOfWork,
  received: NewActivity[],
  { now, directory, erasureKey }: StoreContext,
  unstored: UnstoredActivity[] = [],
): Promise<StoredBatch> {
  const { client, atCommit } = work;
  const activities = withProcessings(received, directory);
  const claimed = unstored.length === 0 ? activities : [...activities, ...unstored];
  const traces = new BatchTraces(claimed);
  if (activities.length === 0) {
    const found = await findDuplicates(client, claimed, traces, now);
    await storeTraces(work, traces, { ...nothingResolved, unstored, found }, now);
    return nothingStored(claimed, found);
  }
  const duplicates = sendAhead(client, findDuplicates(client, claimed, traces, now));
  const options = { except: duplicates, erasureKey };
  const { resolved: resolutions, ...changes } = await resolveUserPoints(client, activities, now, options);
  const resolved = resolvedActivities(resolutions);
  const { refused, withoutEffect } = await evaluateChoices(client, resolved);
  await moveAndMerge(client, changes, now);
  const tooLarge = await applyEvents(client, resolved, refused, now);
  const stored = refused.size === 0 ? resolved : resolved.filter((one) => !refused.has(one));
  await insertRows(work, 'activities', activityColumns, stored.map(rowOf));
  atCommit(changeStatements(growth(stored)));
  atCommit(publication(stored, client));
  if (refused.size > 0) atCommit([refusalsByDay(refused)]);

  const found = await duplicates;
  const withoutProfile = resolved.filter(({ leavesOutProfile }) => leavesOutProfile);
  const outcomes = { tooLarge, withoutEffect, withoutProfile, resolutions, refused, unstored, found };
  await storeTraces(work, traces, outcomes, now);
  return {
    duplicates: found.size,
    erased: resolutions.length - resolved.length,
    refusedByChoice: refused.size,
    overLimit: resolutions.filter((one) => 'overLimit' in one).length,
    exclusiveCases: countExclusiveCases(resolutions),
    publicCases: {
      mergesRefused: datamartsOf(resolutions, 'refused'),
      mergesAllowed: datamartsOf(resolutions, 'allowed'),
      choicesWithoutEffect: withoutEffect.map(({ one }) => one.activity.datamart_id),
    },
    fresh: without(claimed, found),
    repeated: repeatedOf(found),
    owned: stored,
    stored: stored.map(({ activity }) => activity),
    refused: Array.from(refused.keys(), ({ activity }) => activity),
  };
}

/** A duplicate has no entry: the first activity with its id has one. */
function storeTraces(
  work: UnitOfWork,
  traces: BatchTraces<ArrivedActivity>,
  { found, ...outcomes }: BatchOutcomes & { found: Duplicates },
  now: number,
): Promise<void> {
  const entries = traceEntries(outcomes, now);
  return traces.store(work, (activity) => (found.has(activity) ? undefined : entries.get(activity)), now);
}

const nothingResolved = { resolutions: [], refused: new Map(), tooLarge: [], withoutEffect: [] };

const datamartsOf = (resolutions: Resolution<NewActivity>[], publicMerge: PublicMerge) =>
  resolutions.flatMap((one) =>
    'publicMerge' in one && one.publicMerge === publicMerge ? [one.claim.datamart_id] : [],
  );

/** Activities whose id was claimed before, and whether by the same end of an analysis. */
type Duplicates = ReadonlyMap<ArrivedActivity, { isSameOutcome: boolean }>;

const repeatedOf = (found: Duplicates) =>
  Array.from(found).flatMap(([activity, { isSameOutcome }]) => (isSameOutcome ? [activity] : []));

const without = (activities: ArrivedActivity[], found: Duplicates) =>
  found.size === 0 ? activities : activities.filter((activity) => !found.has(activity));

/** A batch without activities to store, as analyzers that drop most of a channel make many. */
const nothingStored = (claimed: ArrivedActivity[], found: Duplicates): StoredBatch => ({
  duplicates: found.size,
  erased: 0,
  refusedByChoice: 0,
  overLimit: 0,
  exclusiveCases: noExclusiveCases,
  publicCases: { mergesRefused: [], mergesAllowed: [], choicesWithoutEffect: [] },
  fresh: without(claimed, found),
  repeated: repeatedOf(found),
  owned: [],
  stored: [],
  refused: [],
});

/**
 * Claims the ids of activities, and returns the activities whose id was claimed before. Ordered, so that no two
 * transactions wait for each other. Claims come before all locks of identities, and a repeated resolution keeps them.
 */
async function findDuplicates(
  client: pg.ClientBase,
  claimed: ArrivedActivity[],
  traces: BatchTraces<ArrivedActivity>,
  now: number,
): Promise<Duplicates> {
  if (claimed.length === 0) return new Map();
  const isPlain = claimed.every(({ analysis_id, former_ids }) => analysis_id === undefined && former_ids === undefined);
  const { rows } = await client.query<{ position: number; isSameOutcome: boolean }>(
    isPlain ? claimReceived(claimed, traces, now) : claimAllIds(claimed, traces, now),
  );
  return new Map(
    rows.flatMap(({ position, isSameOutcome }) => {
      const activity = claimed[position - 1];
      return activity ? [[activity, { isSameOutcome }] as const] : [];
    }),
  );
}

/** Returns the duplicates, which are few. */
const claimReceived = (
  activities: ArrivedActivity[],
  traces: BatchTraces<ArrivedActivity>,
  now: number,
): Statement => ({
  name: 'claim-activities',
  text: `
    with received as (
      select * from unnest($1::bigint[], $2::uuid[], $4::bigint[]) with ordinality
        as received (datamart_id, activity_id, trace_id, position)),
    claimed as (
      insert into activity_receipts (datamart_id, activity_id, stored_ts, trace_id)
      select datamart_id, activity_id, $3, trace_id from received order by 1, 2
      on conflict do nothing returning datamart_id, activity_id)
    select position::int, false as "isSameOutcome" from received where (datamart_id, activity_id) not in (select * from claimed)`,
  values: [
    ...plainColumns(activities, 'datamart_id', 'activity_id'),
    now,
    plainArray(activities.map((activity) => traces.idOf(activity))),
  ],
});

/**
 * The same for activities of which some were analyzed, or have ids of other derivations. The outbox of activity-analysis may
 * publish an end twice. An activity is a duplicate if any of its ids was claimed before.
 */
function claimAllIds(activities: ArrivedActivity[], traces: BatchTraces<ArrivedActivity>, now: number): Statement {
  const ids = activities.flatMap((activity, index) => {
    const { datamart_id, activity_id, former_ids = [], analysis_id = null } = activity;
    const common = { datamart_id, trace_id: traces.idOf(activity), position: index + 1 };
    const former = former_ids.map((id) => ({ ...common, activity_id: id, analysis_id: null }));
    return [{ ...common, activity_id, analysis_id }, ...former];
  });
  return {
    name: 'claim-all-ids-of-activities',
    text: `
      with received as (
        select * from unnest($1::bigint[], $2::uuid[], $4::uuid[], $5::int[], $6::bigint[])
          as received (datamart_id, activity_id, analysis_id, position, trace_id)),
      claimed as (
        insert into activity_receipts (datamart_id, activity_id, stored_ts, analysis_id, trace_id)
        select datamart_id, activity_id, $3, analysis_id, trace_id from received order by 1, 2
        on conflict do nothing returning datamart_id, activity_id)
      select position, coalesce(bool_or(receipt.analysis_id = received.analysis_id), false) as "isSameOutcome"
      from received left join activity_receipts receipt using (datamart_id, activity_id)
      where (datamart_id, activity_id) not in (select * from claimed) group by position`,
    values: [
      ...plainColumns(ids, 'datamart_id', 'activity_id'),
      now,
      ids.map(({ analysis_id }) => analysis_id),
      ...plainColumns(ids, 'position', 'trace_id'),
    ],
  };
}

function growth(activities: ResolvedActivity[]): CollectionChange[] {
  const changes: CollectionChange[] = [];
  for (const own of Map.groupBy(activities, ({ activity: { datamart_id, day } }) => `${datamart_id}/${day}`).values()) {
    const [first] = own;
    if (!first) continue;
    const { datamart_id, day } = first.activity;
    const events = own.reduce((sum, { activity: { event_count } }) => sum + event_count, 0);
    changes.push({ datamart_id, day, collection: 'UserActivity', change: own.length });
    changes.push({ datamart_id, day, collection: 'UserEvent', change: events });
  }
  return changes;
}

function publication(activities: ResolvedActivity[], client: pg.ClientBase): Statement[] {
  const traces = handledTraces();
  const messages = toStoredMessages(activities).map((value) => ({
    id: uuid7(),
    value,
    traceparent: tracesOfMessage(value, traces),
  }));
  return outboxStatements(activityStored, messages, client);
}

const activityColumns = [
  'day',
  'datamart_id',
  'user_point_id',
  'ts',
  'activity_id',
  'received_ts',
  'type',
  'event_count',
  'body',
];

const rowOf = ({ activity, user_point_id }: ResolvedActivity) => [
  activity.day,
  activity.datamart_id,
  user_point_id,
  activity.ts,
  activity.activity_id,
  activity.received_ts,
  activity.type,
  activity.event_count,
  activity.body,
];
