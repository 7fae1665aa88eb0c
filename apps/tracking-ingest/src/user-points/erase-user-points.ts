import { insertOutbox } from '@tributary/bus/outbox';
import { userPointErased } from '@tributary/contracts/topics';
import { uuid7 } from '@tributary/contracts/uuid';
import type pg from 'pg';
import { countChanges } from '../collections/count-changes.js';
import { eraseActivities } from '../activities/erase-activities.js';
import { eraseAttachedData } from './attached-data.js';
import { collectionOf } from './count-user-points.js';
import { eraseInTurn, holdErasures } from './erasure-lock.js';
import { rememberErasure } from './erasures.js';
import { everyIdOf, findUserPoints, type Sought } from './find-user-points.js';
import { holdUserPoints } from './hold-user-points.js';
import { untilSettled } from './until-settled.js';
import type { IdentifierRow } from './user-identifiers.js';

/** Of 36 bytes each, far below what a broker takes. */
const idsPerMessage = 5_000;

/**
 * Erases people: identifiers, activities, all that hangs on their user points, and the user points with whatever was
 * merged into them. Answers for each whether there was somebody. What has come in by `now` and is delivered later does
 * not bring them back; whoever comes in after that is somebody new.
 */
export async function eraseUserPoints(
  client: pg.ClientBase,
  datamart_id: string,
  sought: Sought[],
  now: number,
): Promise<boolean[]> {
  await eraseInTurn(client, datamart_id);
  const nothing = () => [] as const;
  return untilSettled(client, nothing, async () => {
    const early = await eraseActivitiesOf(client, datamart_id, await findUserPoints(client, datamart_id, sought));
    await holdErasures(client, datamart_id);
    const ids = await holdUserPoints(client, datamart_id, sought);
    const points = distinct(ids);
    const everyId = new Set(await everyIdOf(client, datamart_id, points));
    // Somebody was parted meanwhile: what was deleted need not be of who is sought now.
    if (early.some((id) => !everyId.has(id))) return undefined;
    if (points.length > 0) await erase(client, { datamart_id, points, everyId: [...everyId] }, now);
    return ids.map((id) => id !== undefined);
  });
}

const distinct = (ids: (string | undefined)[]) => [...new Set(ids.filter((id) => id !== undefined))];

/** A person may have very many: who stores for the datamart is not to wait for these. What comes in meanwhile follows. */
async function eraseActivitiesOf(
  client: pg.ClientBase,
  datamart_id: string,
  ids: (string | undefined)[],
): Promise<string[]> {
  const everyId = await everyIdOf(client, datamart_id, distinct(ids));
  if (everyId.length > 0) await eraseActivities(client, datamart_id, everyId);
  return everyId;
}

interface ErasedPoints {
  datamart_id: string;
  points: string[];
  /** Theirs, and those of all that was merged into them. */
  everyId: string[];
}

/** The transaction holds the points for itself alone. */
async function erase(
  client: pg.ClientBase,
  { datamart_id, points, everyId }: ErasedPoints,
  now: number,
): Promise<void> {
  const identifiers = await deleteIdentifiersOf(client, datamart_id, points);
  await rememberErasure(
    client,
    identifiers.map(({ identifier_id }) => identifier_id),
    now,
  );
  await eraseAttachedData(client, datamart_id, points);
  await eraseActivities(client, datamart_id, everyId);
  await client.query('delete from user_point_merges where datamart_id = $1 and survivor_id = any($2::uuid[])', [
    datamart_id,
    points,
  ]);
  await client.query('delete from user_points where datamart_id = $1 and user_point_id = any($2::uuid[])', [
    datamart_id,
    points,
  ]);
  await countChanges(client, [
    ...identifiers.map(({ type }) => ({ datamart_id, collection: collectionOf[type], change: -1 })),
    { datamart_id, collection: 'UserPoint', change: -points.length },
  ]);
  await insertOutbox(client, userPointErased, toMessages(datamart_id, everyId));
}

async function deleteIdentifiersOf(client: pg.ClientBase, datamart_id: string, points: string[]) {
  const { rows } = await client.query<Pick<IdentifierRow, 'type'> & { identifier_id: string }>(
    `delete from user_identifiers where datamart_id = $1 and user_point_id = any($2::uuid[])
      returning identifier_id, type`,
    [datamart_id, points],
  );
  return rows;
}

const toMessages = (datamart_id: string, ids: string[]) =>
  Array.from({ length: Math.ceil(ids.length / idsPerMessage) }, (_, index) => ({
    id: uuid7(),
    value: { datamart_id, user_point_ids: ids.slice(index * idsPerMessage, (index + 1) * idsPerMessage) },
  }));
