import { uuid7 } from '@tributary/contracts/uuid';
import type pg from 'pg';
import { countChanges } from '../collections/count-changes.js';
import { eraseAccounts, takeProfilesAlong } from '../profiles/attached-profiles.js';
import { keyed } from './assign-user-points.js';
import { collectionOf } from './count-user-points.js';
import { holdUserPoints } from './hold-user-points.js';
import { identifierId } from './identifier-id.js';
import type { Identified } from './identified.js';
import { lockUserPoints } from './lock-user-points.js';
import { planDissociation, type Departure } from './plan-dissociation.js';
import { pointColumns, type PointKey } from './point-key.js';
import { untilSettled } from './until-settled.js';
import { findOwners, type IdentifierRow, type OwnedIdentifier } from './user-identifiers.js';

/**
 * Parts people that were taken for one, a group of identifiers after the other: the first of a group stays, each of the
 * others leaves their common user point for one of its own; an account takes its profiles along. Activities and all
 * else stay where they were. Answers per group whether its identifiers shared a user point.
 *
 * Takes effect on what is known when it is done: identifiers that come together again are joined again.
 */
export async function dissociate(client: pg.ClientBase, groups: Identified[], now: number): Promise<boolean[]> {
  const elements = groups.map(keyed);
  const find = () => [findOwners(client, elements)] as const;
  const { parted, departures } = await untilSettled(client, find, async ([owners], snapshot) => {
    const plan = planDissociation(elements, owners, uuid7);
    return (await lockUserPoints(client, left(plan.departures), snapshot)) ? plan : undefined;
  });
  if (departures.length > 0) await depart(client, departures, now);
  return parted;
}

const left = (departures: Departure[]) =>
  [...new Map(departures.map((departure) => [departure.from_user_point_id, departure])).values()].map(
    ({ datamart_id, from_user_point_id }) => ({ datamart_id, user_point_id: from_user_point_id }),
  );

async function depart(client: pg.ClientBase, departures: Departure[], now: number): Promise<void> {
  await client.query(
    `with leaving as (
        select * from unnest($1::bigint[], $2::uuid[], $3::uuid[])
          as leaving (datamart_id, user_point_id, identifier_id)),
      made as (insert into user_points (datamart_id, user_point_id, creation_ts)
        select datamart_id, user_point_id, $4::bigint from leaving)
      update user_identifiers i set user_point_id = leaving.user_point_id from leaving
      where i.identifier_id = leaving.identifier_id`,
    [...pointColumns(departures), departures.map(({ identifier_id }) => identifier_id), now],
  );
  await markLoss(client, left(departures));
  await takeProfilesAlong(
    client,
    accounts(departures).map(({ user_point_id, from_user_point_id, ...account }) => ({
      ...{ ...account, user_point_id: from_user_point_id, to_user_point_id: user_point_id },
    })),
  );
  await countChanges(
    client,
    departures.map(({ datamart_id }) => ({ datamart_id, collection: 'UserPoint', change: 1 })),
  );
}

const accounts = <Owned extends OwnedIdentifier>(identifiers: Owned[]) =>
  identifiers.flatMap(({ identifier, ...rest }) =>
    identifier.type === 'USER_ACCOUNT'
      ? [{ ...rest, compartment_id: identifier.compartment_id, user_account_id: identifier.value }]
      : [],
  );

/** Whoever has read these points' identifiers before this transaction ends must read them again. */
async function markLoss(client: pg.ClientBase, points: PointKey[]): Promise<void> {
  await client.query(
    `update user_points p set last_loss = pg_current_xact_id()
      from unnest($1::bigint[], $2::uuid[]) as losing (datamart_id, user_point_id)
      where (p.datamart_id, p.user_point_id) = (losing.datamart_id, losing.user_point_id)`,
    pointColumns(points),
  );
}

/**
 * Takes identifiers away from whoever owns them, an account with its profiles; those that nobody owns are left out.
 * A user point that loses its last one stays, and is found by its id.
 */
export async function deleteIdentifiers(
  client: pg.ClientBase,
  datamart_id: string,
  identifiers: OwnedIdentifier['identifier'][],
): Promise<void> {
  const owners = await holdUserPoints(
    client,
    datamart_id,
    identifiers.map((identifier) => ({ identifier })),
  );
  const owned = identifiers.flatMap((identifier, index) => {
    const user_point_id = owners[index];
    return user_point_id === undefined ? [] : [{ datamart_id, identifier, user_point_id }];
  });
  if (owned.length === 0) return;
  const types = await deleteRows(client, owned);
  await markLoss(client, owned);
  await eraseAccounts(client, accounts(owned));
  await countChanges(
    client,
    types.map((type) => ({ datamart_id, collection: collectionOf[type], change: -1 })),
  );
}

async function deleteRows(client: pg.ClientBase, identifiers: OwnedIdentifier[]): Promise<IdentifierRow['type'][]> {
  const { rows } = await client.query<Pick<IdentifierRow, 'type'>>(
    'delete from user_identifiers where identifier_id = any($1::uuid[]) returning type',
    [identifiers.map(({ datamart_id, identifier }) => identifierId(datamart_id, identifier))],
  );
  return rows.map(({ type }) => type);
}
