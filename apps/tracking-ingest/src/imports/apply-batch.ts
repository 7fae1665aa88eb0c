import type { LineFailure } from '@tributary/contracts/imports/import-messages';
import { inSavepoint, type UnitOfWork } from '@tributary/database/transaction';
import type { NewActivity } from '../activities/validate-activities.js';
import { storeActivities, type StoreCounts } from '../activities/store-activities.js';
import { applyData } from './apply-data.js';
import { applyIdentityOperations } from './apply-identity-operations.js';
import { failureOf, type LineOperation } from './line-operation.js';

export interface Applied {
  failures: LineFailure[];
  /** Counts of the activities that were not stored, or not joined to one person. */
  activities: StoreCounts;
}

const nothing = (): Applied => ({ failures: [], activities: none });
const none: StoreCounts = { duplicates: 0, erased: 0, overLimit: 0 };

/** Applies several batches together. If the database refuses one of them, applies one batch after the other. */
export async function applyBatches(work: UnitOfWork, batches: LineOperation[][], now: number): Promise<Applied> {
  const together =
    batches.length > 1 && (await inSavepoint(work, 'batch', (batch) => applyTogether(batch, batches.flat(), now)));
  if (together) return together;
  const applied: Applied[] = [];
  for (const lines of batches) applied.push(await applyBatch(work, lines, now));
  return applied.reduce(sum, nothing());
}

/** Applies all lines together. If the database refuses one of them, applies each alone, so that the others take effect. */
async function applyBatch(work: UnitOfWork, lines: LineOperation[], now: number): Promise<Applied> {
  const together = await inSavepoint(work, 'batch', (batch) => applyTogether(batch, lines, now));
  if (together) return together;
  const applied: Applied[] = [];
  for (const line of lines) applied.push(await applyAlone(work, line, now));
  return applied.reduce(sum, nothing());
}

async function applyAlone(work: UnitOfWork, line: LineOperation, now: number): Promise<Applied> {
  const alone = await inSavepoint(work, 'batch', (batch) => applyTogether(batch, [line], now));
  return alone ?? { failures: [failureOf(line.line, 'the line has a value that cannot be stored')], activities: none };
}

async function applyTogether(work: UnitOfWork, lines: LineOperation[], now: number): Promise<Applied> {
  const of = <Kind extends LineOperation['kind']>(kind: Kind) =>
    lines.filter((line): line is Extract<LineOperation, { kind: Kind }> => line.kind === kind);
  const received = of('activity').map(({ activity }) => activity);
  // An id that the file has twice is stored once, like an id that is sent twice over HTTP.
  const keyOf = (activity: NewActivity) => (activity.needsReceipt ? activity.activity_id : activity);
  const distinct = [...new Map(received.toReversed().map((activity) => [keyOf(activity), activity])).values()];
  const activities = received.length > 0 ? await storeActivities(work, distinct.toReversed(), now) : none;
  const failures = [
    ...of('failure').map(({ failure }) => failure),
    ...(await applyData(work.client, of('data'), now)),
    ...(await applyIdentityOperations(work.client, of('identity'), now)),
  ];
  const duplicates = activities.duplicates + received.length - distinct.length;
  return { failures, activities: { ...activities, duplicates } };
}

const sum = (a: Applied, b: Applied): Applied => ({
  failures: [...a.failures, ...b.failures],
  activities: {
    duplicates: a.activities.duplicates + b.activities.duplicates,
    erased: a.activities.erased + b.activities.erased,
    overLimit: a.activities.overLimit + b.activities.overLimit,
  },
});
