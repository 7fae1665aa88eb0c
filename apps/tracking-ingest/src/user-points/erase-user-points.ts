import { insertOutbox } from '@tributary/bus/outbox/outbox';
import { userPointErased } from '@tributary/contracts/topics/topics';
import { reread } from '@tributary/contracts/tracking/identifier';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { notePerson } from '@tributary/database/audit/audited-request';
import { plainArray } from '@tributary/database/plain-array';
import type pg from 'pg';
import { countChanges } from '../collections/count-changes.js';
import { eraseActivities } from '../activities/erase-activities.js';
import { eraseAttachedData } from '../attached-data/attached-data.js';
import { toErasedMessages, type ErasedPoint } from '../attached-data/erased-messages.js';
import { collectionOf } from '../identity/count-user-points.js';
import { eraseNamings } from '../links/add-up-namings.js';
import { serializeErasures, lockErasuresExclusive } from '../identity/erasure-lock.js';
import type { ErasureKey } from '../identity/erasure-key.js';
import { eraseRefusals } from '../refused-activities/erase-refusals.js';
import { recordErasedPoints, recordErasure } from '../identity/erasures.js';
import { digestOfId, identifierId } from '../identity/identity-claim.js';
import { withMergedIds, findUserPoints, type UserPointReference } from '../identity/find-user-points.js';
import { lockUserPoints } from '../identity/lock-user-points.js';
import { retryOnConflict } from '../identity/retry-on-conflict.js';
import { identifierOfRow, type IdentifierRow } from '../identity/user-identifiers.js';

/**
 * Erases people: identifiers, activities, attached data, their user points and all points merged into them. Returns the
 * user point of each reference that was known. Activities that came in by `now` and are delivered later are refused; a claim that comes
 * in after `now` creates a new person.
 *
 * An identifier without a user point is erased, too: activities of its person may still wait, in Kafka or for analysis.
 */
export async function eraseUserPoints(
  client: pg.ClientBase,
  datamart_id: string,
  references: UserPointReference[],
  now: number,
  erasureKey?: ErasureKey,
): Promise<(string | undefined)[]> {
  await serializeErasures(client, datamart_id);
  const noReads = () => ({});
  return retryOnConflict(client, noReads, async () => {
    const early = await eraseActivitiesOf(client, datamart_id, await findUserPoints(client, datamart_id, references));
    await lockErasuresExclusive(client, datamart_id);
    const ids = await lockUserPoints(client, datamart_id, references);
    const points = distinct(ids);
    const allIds = new Set(await withMergedIds(client, datamart_id, points));
    // A user point was split meanwhile: the deleted activities may belong to another person now.
    if (early.some((id) => !allIds.has(id))) return undefined;
    if (points[0] !== undefined) notePerson(points[0]);
    const unowned = findUnowned(datamart_id, references, ids);
    await erase(client, { datamart_id, points, allIds: [...allIds], unowned, erasureKey }, now);
    return ids;
  });
}

const distinct = (ids: (string | undefined)[]) => [...new Set(ids.filter((id) => id !== undefined))];

/** The `identifierId` of each reference by an identifier that belongs to no user point. */
function findUnowned(datamart_id: string, references: UserPointReference[], ids: (string | undefined)[]): string[] {
  const unowned = references.filter((_reference, index) => ids[index] === undefined);
  return distinct(unowned.map((one) => ('identifier' in one ? identifierId(datamart_id, one.identifier) : undefined)));
}

/**
 * A person may have very many activities. Most are deleted before the exclusive lock, so that stores of the datamart do not
 * wait for that; activities that arrive meanwhile are deleted under the lock.
 */
async function eraseActivitiesOf(
  client: pg.ClientBase,
  datamart_id: string,
  ids: (string | undefined)[],
): Promise<string[]> {
  const allIds = await withMergedIds(client, datamart_id, distinct(ids));
  if (allIds.length > 0) await eraseActivities(client, datamart_id, allIds);
  return allIds;
}

interface Erasure {
  datamart_id: string;
  points: string[];
  /** The points, and all points merged into them. */
  allIds: string[];
  /** `identifierId` of erased identifiers without a user point. */
  unowned: string[];
  /** Without it refusals stay: in a migration, which erases no people. */
  erasureKey: ErasureKey | undefined;
}

/** The transaction has locked the points, and keeps others from creating more. */
async function erase(client: pg.ClientBase, erasure: Erasure, now: number): Promise<void> {
  const identifiers = erasure.points.length > 0 ? await deletePoints(client, erasure, now) : [];
  const ids = [...new Set([...identifiers.flatMap(({ ids: names }) => names), ...erasure.unowned])];
  if (ids.length > 0) await recordErasure(client, erasure.datamart_id, ids, now);
  if (erasure.erasureKey) await eraseRefusals(client, erasure.datamart_id, ids, erasure.erasureKey);
  const messages = toErasedMessages(withDigests(erasure, identifiers));
  await insertOutbox(
    client,
    userPointErased,
    messages.map((value) => ({ id: uuid7(), time: now, value })),
  );
}

/** Their rows name a person, or one that was merged into it. An example of a value that too few others had is shown no more. */
const tablesOfAll = ['observed_values', 'gains', 'flagged_people', 'refused_by_choice'];

async function deleteRows(
  client: pg.ClientBase,
  datamart_id: string,
  ids: string[],
  { table, column = 'user_point_id' }: { table: string; column?: string },
): Promise<void> {
  await client.query(
    `delete from ${table} t using (select $1::bigint as datamart_id, unnest($2::uuid[]) as ${column}) erased
      where (t.datamart_id, t.${column}) = (erased.datamart_id, erased.${column})`,
    [datamart_id, plainArray(ids)],
  );
}

/** Returns the identifiers that the points had. */
async function deletePoints(
  client: pg.ClientBase,
  { datamart_id, points, allIds }: Erasure,
  now: number,
): Promise<DeletedIdentifier[]> {
  const identifiers = await deleteIdentifiersOf(client, datamart_id, points);
  await eraseNamings(
    client,
    datamart_id,
    identifiers.map(({ identifier_id }) => identifier_id),
  );
  await eraseAttachedData(client, datamart_id, points);
  await eraseActivities(client, datamart_id, allIds);
  for (const table of tablesOfAll) await deleteRows(client, datamart_id, allIds, { table });
  await deleteRows(client, datamart_id, points, { table: 'user_point_merges', column: 'survivor_id' });
  await deleteRows(client, datamart_id, points, { table: 'user_points' });
  await countChanges(client, [
    ...identifiers.map(({ type }) => ({ datamart_id, collection: collectionOf[type], change: -1 })),
    { datamart_id, collection: 'UserPoint', change: -points.length },
  ]);
  await recordErasedPoints(client, datamart_id, allIds, now);
  return identifiers;
}

interface DeletedIdentifier extends Pick<IdentifierRow, 'type' | 'user_point_id'> {
  identifier_id: string;
  /** Its `identifierId`, and that of the identifier that it is read as now: activities that name either are of the erased person. */
  ids: string[];
}

async function deleteIdentifiersOf(
  client: pg.ClientBase,
  datamart_id: string,
  points: string[],
): Promise<DeletedIdentifier[]> {
  const { rows } = await client.query<IdentifierRow & { identifier_id: string }>(
    `delete from user_identifiers i using (select $1::bigint as datamart_id, unnest($2::uuid[]) as user_point_id) erased
      where (i.datamart_id, i.user_point_id) = (erased.datamart_id, erased.user_point_id)
      returning i.identifier_id, i.datamart_id, i.type, i.compartment_id, i.value, i.user_point_id`,
    [datamart_id, points],
  );
  return rows.map(({ identifier_id, type, user_point_id, ...row }) => {
    const stored = identifierOfRow({ type, user_point_id, ...row });
    const current = reread(stored);
    const ids = current === stored ? [identifier_id] : [identifier_id, identifierId(datamart_id, current)];
    return { identifier_id, type, user_point_id, ids };
  });
}

/** Activities that still wait for their analysis have no user point: they are found by their identifiers. */
function withDigests({ datamart_id, allIds, unowned }: Erasure, identifiers: DeletedIdentifier[]): ErasedPoint[] {
  const ofPoint = Map.groupBy(identifiers, ({ user_point_id }) => user_point_id);
  const points = allIds.map((user_point_id) => {
    const identifier_digests = ofPoint.get(user_point_id)?.flatMap(({ ids }) => ids.map(digestOfId));
    return { datamart_id, user_point_id, identifier_digests };
  });
  return [...points, ...unowned.map((id) => ({ datamart_id, identifier_digests: [digestOfId(id)] }))];
}
