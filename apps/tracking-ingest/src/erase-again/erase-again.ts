import type { UserPointErased } from '@tributary/contracts/tracking/user-point';
import { reread } from '@tributary/contracts/tracking/identifier';
import { plainArray, plainColumns } from '@tributary/database/plain-array';
import { query, transaction } from '@tributary/database/transaction';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import type { ErasureKey } from '../identity/erasure-key.js';
import { recordErasedPoints, recordErasure, recordNamedByHashes } from '../identity/erasures.js';
import { idOfDigest, identifierId } from '../identity/identity-claim.js';
import { type KeptErasure, storeKept } from '../identity/keep-erasures.js';
import { identifierOfRow, type IdentifierRow } from '../identity/user-identifiers.js';
import { eraseUserPoints } from '../user-points/erase-user-points.js';

const identifiersPerPage = 10_000;
const erasuresPerStep = 5_000;

/**
 * Erases again what a message of `tracking.user-point-erased.v1` names and the database does not know, as of a backup from
 * before the erasure. Returns the number of people of the database.
 *
 * @param erasure_ts the time of the message
 */
export function eraseAnnounced(
  dataSource: DataSource,
  { datamart_id, user_point_ids, identifier_digests = [] }: UserPointErased,
  erasure_ts: number,
): Promise<number> {
  return transaction(dataSource, async (client) => {
    const points = await unknownOf(client, unknownPoints, [datamart_id, plainArray(user_point_ids)]);
    const names = plainArray(identifier_digests.map(idOfDigest));
    const ids = await unknownOf(client, unknownIdentifiers, [datamart_id, names, erasure_ts]);
    const owners = await unknownOf(client, ownersOfIds, [datamart_id, plainArray(ids)]);
    const people = await erasePoints(client, { datamart_id, points: [...new Set([...points, ...owners])], erasure_ts });
    await recordErasure(client, datamart_id, ids, erasure_ts);
    await recordErasedPoints(client, datamart_id, points, erasure_ts);
    return people;
  });
}

const unknownPoints = `select id from unnest($2::uuid[]) as id where not exists (
  select from erased_user_points e where (e.datamart_id, e.user_point_id) = ($1::bigint, id)
    offset 0)`;
const unknownIdentifiers = `select id from unnest($2::uuid[]) as id where not exists (
  select from erased_identifiers e where (e.datamart_id, e.identifier_id) = ($1::bigint, id) and e.erasure_ts >= $3)`;
/** One look-up each, without any statistics. */
const ownersOfIds = `select distinct owner.user_point_id as id
  from (select $1::bigint as datamart_id, unnest($2::uuid[]) as identifier_id) named
  cross join lateral (
    select user_point_id from user_identifiers i
    where (i.datamart_id, i.identifier_id) = (named.datamart_id, named.identifier_id) limit 1) owner`;

async function unknownOf(client: pg.ClientBase, text: string, values: unknown[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(text, values);
  return rows.map(({ id }) => id);
}

interface Again {
  datamart_id: string;
  points: string[];
  erasure_ts: number;
}

async function erasePoints(client: pg.ClientBase, { datamart_id, points, erasure_ts }: Again): Promise<number> {
  if (points.length === 0) return 0;
  const references = points.map((user_point_id) => ({ user_point_id }));
  const ids = await eraseUserPoints(client, datamart_id, references, erasure_ts);
  return ids.filter((id) => id !== undefined).length;
}

/**
 * Erases again what the database does not know of these erasures, and keeps them. Returns the number of people that it had.
 * The hashes are compared with each identifier of their datamarts, so give as many at once as memory allows.
 */
export async function eraseKept(
  dataSource: DataSource,
  erasureKey: Pick<ErasureKey, 'macOf'>,
  erasures: readonly KeptErasure[],
): Promise<number> {
  let people = 0;
  const unknown = await findUnknown(dataSource, erasures);
  for (const [datamart_id, own] of Map.groupBy(unknown, (erasure) => erasure.datamart_id))
    for (const [point, erasure_ts] of await findOwners(dataSource, erasureKey, datamart_id, own)) {
      const again = { datamart_id, points: [point], erasure_ts };
      people += await transaction(dataSource, (client) => erasePoints(client, again));
    }
  // Last: an interrupted run begins again with what is left.
  for (const step of stepsOf(unknown))
    await transaction(dataSource, async (client) => {
      await storeKept(client, step);
      await recordNamedByHashes(client, step);
    });
  return people;
}

const stepsOf = (erasures: readonly KeptErasure[]) =>
  Array.from({ length: Math.ceil(erasures.length / erasuresPerStep) }, (_, step) =>
    erasures.slice(step * erasuresPerStep, (step + 1) * erasuresPerStep),
  );

/** The latest erasure of each identifier that is not kept. */
async function findUnknown(dataSource: DataSource, erasures: readonly KeptErasure[]): Promise<KeptErasure[]> {
  const latest = new Map<string, KeptErasure>();
  for (const erasure of erasures) {
    const name = `${erasure.datamart_id}/${erasure.identifier_mac}`;
    if ((latest.get(name)?.erasure_ts ?? -Infinity) < erasure.erasure_ts) latest.set(name, erasure);
  }
  const unknown: KeptErasure[] = [];
  for (const step of stepsOf([...latest.values()])) {
    const { rows } = await query<{ place: string }>(
      dataSource,
      `select place from unnest($1::bigint[], $2::uuid[], $3::bigint[]) with ordinality as given (datamart_id, mac, ts, place)
        where not exists (select from kept_erasures k
          where (k.datamart_id, k.identifier_mac) = (given.datamart_id, given.mac) and k.erasure_ts >= given.ts)`,
      plainColumns(step, 'datamart_id', 'identifier_mac', 'erasure_ts'),
    );
    unknown.push(...rows.flatMap(({ place }) => step[Number(place) - 1] ?? []));
  }
  return unknown;
}

type Candidate = IdentifierRow & { identifier_id: string };

/** The user points that have one of the identifiers → the time of the last of these erasures. */
async function findOwners(
  dataSource: DataSource,
  erasureKey: Pick<ErasureKey, 'macOf'>,
  datamart_id: string,
  erasures: KeptErasure[],
): Promise<Map<string, number>> {
  const times = new Map(erasures.map(({ identifier_mac, erasure_ts }) => [identifier_mac, erasure_ts]));
  const owners = new Map<string, number>();
  const page = `select identifier_id, datamart_id, type, compartment_id, value, user_point_id from user_identifiers
    where datamart_id = $1 and identifier_id > $2 order by identifier_id limit ${identifiersPerPage}`;
  let after = '00000000-0000-0000-0000-000000000000';
  for (let isLast = false; !isLast;) {
    const { rows } = await query<Candidate>(dataSource, page, [datamart_id, after]);
    for (const row of rows)
      for (const id of idsOf(row)) {
        const erasure_ts = times.get(erasureKey.macOf(id)) ?? -Infinity;
        if (erasure_ts > (owners.get(row.user_point_id) ?? -Infinity)) owners.set(row.user_point_id, erasure_ts);
      }
    after = rows.at(-1)?.identifier_id ?? after;
    isLast = rows.length < identifiersPerPage;
  }
  return owners;
}

/** The `identifierId` under which an identifier is stored, and that under which it is read now: an erasure named either. */
function idsOf({ identifier_id, ...row }: Candidate): string[] {
  const stored = identifierOfRow(row);
  const current = reread(stored);
  return current === stored ? [identifier_id] : [identifier_id, identifierId(row.datamart_id, current)];
}
