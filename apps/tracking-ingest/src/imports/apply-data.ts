import { groupBy } from '@tributary/bus/group-by';
import type { LineFailure } from '@tributary/contracts/import-messages';
import type pg from 'pg';
import { deleteChoices, writeChoices } from '../choices/write-choices.js';
import { parseJsonObject } from '../profiles/json-value.js';
import type { ProfileKey } from '../profiles/profile-rows.js';
import { deleteProfiles, profileTooLong, upsertProfiles } from '../profiles/write-profiles.js';
import { deleteSegments, writeSegments } from '../segments/write-segments.js';
import { findUserPoints } from '../user-points/find-user-points.js';
import { identifierId } from '../user-points/identifier-id.js';
import type { Identified } from '../user-points/identified.js';
import { resolveUserPoints } from '../user-points/resolve-user-points.js';
import { failureOf, type DataOperation, type Step } from './step.js';
import { wavesOf } from './waves.js';

export type DataStep = Extract<Step, { kind: 'data' }>;

/** A step that has found its person. */
interface Placed {
  step: DataStep;
  user_point_id: string;
}

/** Writes and deletes profiles, segments and choices, those of one person in the order given. */
export async function applyData(client: pg.ClientBase, steps: DataStep[], now: number): Promise<LineFailure[]> {
  if (steps.length === 0) return [];
  const placed = await place(client, steps, now);
  const failures: LineFailure[] = [];
  const waves = wavesOf(
    placed,
    ({ user_point_id }) => user_point_id,
    ({ step }) => step.operation.kind,
  );
  for (const wave of waves) failures.push(...(await applyWave(client, wave, now)));
  return failures;
}

/** Writing makes a person of an unknown identifier, deleting does not: what is not there is deleted already. */
async function place(client: pg.ClientBase, steps: DataStep[], now: number): Promise<Placed[]> {
  const concerned = steps.some(isDeletion) ? await withoutStrangers(client, steps) : steps;
  const resolved = await resolveUserPoints(client, concerned.map(toElement), now);
  const placed: Placed[] = [];
  for (const [index, step] of concerned.entries()) {
    const found = resolved[index];
    // Who has been erased since the file came in has nothing that a line could change.
    if (found && 'user_point_id' in found) placed.push({ step, user_point_id: found.user_point_id });
  }
  return placed;
}

const isDeletion = ({ operation: { kind } }: DataStep) => kind.startsWith('delete');

/** Without the deletions of what belongs to nobody, unless the same file makes somebody of it. */
async function withoutStrangers(client: pg.ClientBase, steps: DataStep[]): Promise<DataStep[]> {
  const key = ({ datamart_id, operation }: DataStep) => identifierId(datamart_id, operation.identifier);
  const written = new Set(steps.filter((step) => !isDeletion(step)).map(key));
  const known = await findKnown(
    client,
    steps.filter((step) => !written.has(key(step))),
  );
  return steps.filter((step) => written.has(key(step)) || known.has(key(step)));
}

async function findKnown(client: pg.ClientBase, steps: DataStep[]): Promise<Set<string>> {
  const [first] = steps;
  if (!first) return new Set();
  const sought = steps.map(({ operation: { identifier } }) => ({ identifier }));
  const found = await findUserPoints(client, first.datamart_id, sought);
  const known = steps.filter((_step, index) => found[index] !== undefined);
  return new Set(known.map(({ datamart_id, operation }) => identifierId(datamart_id, operation.identifier)));
}

/** Field by field, as below: there are thousands, and a spread takes V8 of Node 20 many times as long. */
const toElement = ({ datamart_id, received_ts, operation }: DataStep): Identified => {
  const identifiers = [operation.identifier];
  return { datamart_id, received_ts, identifiers, writesData: true };
};

/** One kind after the other: they concern different people. */
async function applyWave(client: pg.ClientBase, wave: Placed[], now: number): Promise<LineFailure[]> {
  const kinds = groupBy(wave, ({ step }) => step.operation.kind);
  const of = <Kind extends DataOperation['kind']>(kind: Kind) =>
    (kinds.get(kind) ?? []).map(({ step, user_point_id }) => {
      const { datamart_id, line, received_ts, operation } = step;
      return Object.assign({ datamart_id, user_point_id, line, received_ts }, operation as OperationOf<Kind>);
    });
  await deleteProfiles(
    client,
    of('delete_profile').map((step) => ({ ...profileOf(step), ts: step.received_ts })),
    now,
  );
  await deleteSegments(client, of('delete_segment'));
  await writeSegments(client, of('update_segment'), now);
  await deleteChoices(client, of('delete_choice'));
  await writeChoices(
    client,
    of('upsert_choice').map((step) => ({ ...step, choice_ts: String(step.choice_ts) })),
    now,
  );
  return upsert(client, of('upsert_profile'), now);
}

type OperationOf<Kind extends DataOperation['kind']> = Extract<DataOperation, { kind: Kind }>;

interface PlacedOperation {
  datamart_id: string;
  user_point_id: string;
  line: number;
  received_ts: number;
}

type ProfileOperation = OperationOf<'upsert_profile' | 'delete_profile'>;

/** The account's profile; by e-mail or agent the account-less one of the person. */
const profileOf = ({ datamart_id, user_point_id, identifier, compartment_id }: PlacedOperation & ProfileOperation) =>
  ({
    ...{ datamart_id, user_point_id, compartment_id },
    user_account_id: identifier.type === 'USER_ACCOUNT' ? identifier.value : '',
  }) satisfies ProfileKey;

async function upsert(
  client: pg.ClientBase,
  steps: (PlacedOperation & OperationOf<'upsert_profile'>)[],
  now: number,
): Promise<LineFailure[]> {
  const writes = steps.map((step) => ({
    ...profileOf(step),
    update: {
      properties: parseJsonObject(step.properties),
      strategy: step.update_strategy,
      mergeObjects: step.merge_objects,
      ts: step.ts ?? step.received_ts,
    },
  }));
  const profiles = await upsertProfiles(client, writes, now);
  return steps.flatMap(({ line }, index) => (profiles[index] ? [] : [failureOf(line, profileTooLong)]));
}
