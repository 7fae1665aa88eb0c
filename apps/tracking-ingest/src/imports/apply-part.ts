import type { LineFailure } from '@tributary/contracts/import-messages';
import { ahead } from '@tributary/database/at-once';
import { isDataFault } from '@tributary/database/transient';
import type pg from 'pg';
import type { NewActivity } from '../activities/screen-activities.js';
import { storeActivities, type Outcome } from '../activities/store-activities.js';
import { applyData } from './apply-data.js';
import { applyPeople } from './apply-people.js';
import { failureOf, type Step } from './step.js';

export interface Applied {
  failures: LineFailure[];
  /** How many activities were not simply stored. */
  activities: Outcome;
}

const nothing = (): Applied => ({ failures: [], activities: none });
const none: Outcome = { duplicates: 0, erased: 0, crowded: 0 };

/** The steps of several parts at once; when the database refuses one of them, part by part. */
export async function applyParts(client: pg.ClientBase, parts: Step[][], now: number): Promise<Applied> {
  const together = parts.length > 1 && (await orNothing(client, () => applyTogether(client, parts.flat(), now)));
  if (together) return together;
  const applied: Applied[] = [];
  for (const steps of parts) applied.push(await applyPart(client, steps, now));
  return applied.reduce(sum, nothing());
}

/** All steps at once; when the database refuses one of them, each by itself, so that the others take effect. */
async function applyPart(client: pg.ClientBase, steps: Step[], now: number): Promise<Applied> {
  const together = await orNothing(client, () => applyTogether(client, steps, now));
  if (together) return together;
  const applied: Applied[] = [];
  for (const step of steps) applied.push(await applyAlone(client, step, now));
  return applied.reduce(sum, nothing());
}

async function applyAlone(client: pg.ClientBase, step: Step, now: number): Promise<Applied> {
  const alone = await orNothing(client, () => applyTogether(client, [step], now));
  return alone ?? { failures: [failureOf(step.line, 'the line holds what cannot be stored')], activities: none };
}

async function applyTogether(client: pg.ClientBase, steps: Step[], now: number): Promise<Applied> {
  const of = <Kind extends Step['kind']>(kind: Kind) =>
    steps.filter((step): step is Extract<Step, { kind: Kind }> => step.kind === kind);
  const received = of('activity').map(({ activity }) => activity);
  // An id that comes twice in the file is stored once, like one that comes twice over HTTP.
  const keyOf = (activity: NewActivity) => (activity.needsReceipt ? activity.activity_id : activity);
  const distinct = [...new Map(received.toReversed().map((activity) => [keyOf(activity), activity])).values()];
  const activities = received.length > 0 ? await storeActivities(client, distinct.toReversed(), now) : none;
  const failures = [
    ...of('failure').map(({ failure }) => failure),
    ...(await applyData(client, of('data'), now)),
    ...(await applyPeople(client, of('people'), now)),
  ];
  const duplicates = activities.duplicates + received.length - distinct.length;
  return { failures, activities: { ...activities, duplicates } };
}

/** Undefined, with nothing done, when the database says that the data are at fault. */
async function orNothing<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T | undefined> {
  ahead(client, 'savepoint part');
  try {
    const result = await work();
    await client.query('release savepoint part');
    return result;
  } catch (error) {
    if (!isDataFault(error)) throw error;
    await client.query('rollback to savepoint part');
    return undefined;
  }
}

const sum = (a: Applied, b: Applied): Applied => ({
  failures: [...a.failures, ...b.failures],
  activities: {
    duplicates: a.activities.duplicates + b.activities.duplicates,
    erased: a.activities.erased + b.activities.erased,
    crowded: a.activities.crowded + b.activities.crowded,
  },
});
