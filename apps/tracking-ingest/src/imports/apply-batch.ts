import type { LineFailure } from '@tributary/contracts/imports/import-messages';
import { inSavepoint, type UnitOfWork } from '@tributary/database/transaction';
import { distinctActivities } from '../activities/validate-activities.js';
import { addCases, noExclusiveCases } from '../exclusive-accounts/exclusive-cases.js';
import { storeActivities, type StoreCounts } from '../activities/store-activities.js';
import type { OwnedActivity } from '../activities/resolved-activity.js';
import type { RefusedEvent } from '../observed-events/observed-events.js';
import type { StoreContext } from '../consent/store-rules.js';
import type { CountedActivity } from '../reconciliation/count-outcomes.js';
import { recordDuplicates } from '../traces/record-duplicates.js';
import { applyData } from './apply-data.js';
import { applyIdentityOperations } from './apply-identity-operations.js';
import { failureOf, type LineOperation } from './line-operation.js';

export interface Applied {
  failures: LineFailure[];
  /** The lines of activities that a choice of their people refused. */
  refusedByChoice: number[];
  /** Counts of the activities that were not stored, or not joined to one person. */
  activities: StoreCounts;
  /** The stored ones. */
  owned: OwnedActivity[];
  /** Lines that the tracking plan refuses. */
  broken: RefusedEvent[];
}

const nothing = (): Applied => ({ failures: [], refusedByChoice: [], activities: none, owned: [], broken: [] });
const none: StoreCounts = {
  duplicates: 0,
  erased: 0,
  refusedByChoice: 0,
  overLimit: 0,
  exclusiveCases: noExclusiveCases,
};

/** Where lines are applied: the transaction, its time, and what decides about them. */
export interface ApplyContext extends StoreContext {
  work: UnitOfWork;
}

/** Applies several batches together. If the database refuses one of them, applies one batch after the other. */
export async function applyBatches(context: ApplyContext, batches: LineOperation[][]): Promise<Applied> {
  const together = batches.length > 1 && (await applyInSavepoint(context, batches.flat()));
  if (together) return together;
  const applied: Applied[] = [];
  for (const lines of batches) applied.push(await applyBatch(context, lines));
  return applied.reduce(sum, nothing());
}

/** Applies all lines together. If the database refuses one of them, applies each alone, so that the others take effect. */
async function applyBatch(context: ApplyContext, lines: LineOperation[]): Promise<Applied> {
  const together = await applyInSavepoint(context, lines);
  if (together) return together;
  const applied: Applied[] = [];
  for (const line of lines) applied.push(await applyAlone(context, line));
  return applied.reduce(sum, nothing());
}

async function applyAlone(context: ApplyContext, line: LineOperation): Promise<Applied> {
  const alone = await applyInSavepoint(context, [line]);
  return alone ?? { ...nothing(), failures: [failureOf(line.line, 'the line has a value that cannot be stored')] };
}

/** Undefined, without effect, if the database refuses a line. */
const applyInSavepoint = (context: ApplyContext, lines: LineOperation[]): Promise<Applied | undefined> =>
  inSavepoint(context.work, 'batch', (work) => applyTogether({ ...context, work }, lines));

async function applyTogether({ work, ...context }: ApplyContext, lines: LineOperation[]): Promise<Applied> {
  const of = <Kind extends LineOperation['kind']>(kind: Kind) =>
    lines.filter((line): line is Extract<LineOperation, { kind: Kind }> => line.kind === kind);
  const received = of('activity');
  // An id that the file has twice is stored once, like an id that is sent twice over HTTP.
  const distinct = distinctActivities(received.map(({ activity }) => activity));
  const stored = distinct.length > 0 ? await storeActivities(work, distinct, context) : undefined;
  if (stored) work.atCommit(recordDuplicates(duplicatesOf(received, stored.fresh, context.now)));
  const failures = [
    ...of('failure').map(({ failure }) => failure),
    ...(await applyData(work.client, of('data'), context)),
    ...(await applyIdentityOperations(work.client, of('identity'), context)),
  ];
  const { duplicates, erased, refusedByChoice, overLimit, exclusiveCases } = stored ?? none;
  return {
    failures,
    refusedByChoice: stored ? linesOf(received, stored.refused) : [],
    activities: {
      erased,
      refusedByChoice,
      overLimit,
      exclusiveCases,
      duplicates: duplicates + received.length - distinct.length,
    },
    owned: stored?.owned ?? [],
    broken: of('failure').flatMap(brokenOf),
  };
}

const brokenOf = ({ datamart_id, received_ts, event_name, failure: { error } }: FailedLine): RefusedEvent[] =>
  event_name === undefined ? [] : [{ datamart_id, received_ts, event_name, is_public: false, error }];

type FailedLine = Extract<LineOperation, { kind: 'failure' }>;
type ActivityLine = Extract<LineOperation, { kind: 'activity' }>;

/** The line of each refused activity. The file may have its id on later lines, too: these are duplicates. */
function linesOf(lines: ActivityLine[], refused: CountedActivity[]): number[] {
  const ids = new Set(refused.map(({ activity_id }) => activity_id));
  return lines.filter(({ activity: { activity_id } }) => ids.delete(activity_id)).map(({ line }) => line);
}

/** The lines whose id came before, in the file or anywhere else, as their traces count them. */
function duplicatesOf(lines: ActivityLine[], fresh: CountedActivity[], now: number) {
  const ids = new Set(fresh.map(({ activity_id }) => activity_id));
  return lines.flatMap(({ activity: { datamart_id, activity_id, origin } }) => {
    if (ids.delete(activity_id)) return [];
    return [{ datamart_id, activity_id, received_ts: now, trace: { hash: origin?.hash }, isOnce: true as const }];
  });
}

const sum = (a: Applied, b: Applied): Applied => ({
  failures: [...a.failures, ...b.failures],
  refusedByChoice: [...a.refusedByChoice, ...b.refusedByChoice],
  activities: {
    duplicates: a.activities.duplicates + b.activities.duplicates,
    erased: a.activities.erased + b.activities.erased,
    refusedByChoice: a.activities.refusedByChoice + b.activities.refusedByChoice,
    overLimit: a.activities.overLimit + b.activities.overLimit,
    exclusiveCases: addCases(a.activities.exclusiveCases, b.activities.exclusiveCases),
  },
  owned: [...a.owned, ...b.owned],
  broken: [...a.broken, ...b.broken],
});
