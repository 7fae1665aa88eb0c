import { uuid7 } from '@tributary/contracts/values/uuid';
import type pg from 'pg';
import { countChanges } from '../collections/count-changes.js';
import { eraseAccounts, moveProfiles } from '../profiles/attached-profiles.js';
import { collectionOf } from '../identity/count-user-points.js';
import { identifierId, withKeys, type IdentityClaim } from '../identity/identity-claim.js';
import { lockIfUnchanged, lockUserPoints } from '../identity/lock-user-points.js';
import { planDissociation, type SplitIdentifier } from './plan-dissociation.js';
import { pointColumns } from '../identity/point-key.js';
import { retryOnConflict } from '../identity/retry-on-conflict.js';
import { forgetBeside } from '../exclusive-accounts/exclusive-compartments.js';
import { leavePeople, type LeavingIdentifier } from '../links/leave-people.js';
import { findOwners, markLoss, type IdentifierRow, type OwnedIdentifier } from '../identity/user-identifiers.js';

/**
 * Splits user points that were merged by mistake, one group of identifiers after the other. The first identifier of a group
 * stays; each of the others moves from their common user point to one of its own, an account with its profiles. Activities
 * and all other data stay. Returns per group whether its identifiers shared a user point.
 *
 * Applies to the identifiers known now: a later claim that holds them together merges them again.
 */
export async function dissociate(client: pg.ClientBase, groups: IdentityClaim[], now: number): Promise<boolean[]> {
  const claims = groups.map(withKeys);
  const read = () => ({ owners: findOwners(client, claims) });
  const { split, identifiers } = await retryOnConflict(client, read, async ({ owners, snapshot }) => {
    const plan = planDissociation(claims, owners, uuid7);
    return (await lockIfUnchanged(client, formerPoints(plan.identifiers), snapshot)) ? plan : undefined;
  });
  if (identifiers.length > 0) await moveToOwnPoints(client, identifiers, now);
  return split;
}

const formerPoints = (identifiers: SplitIdentifier[]) =>
  [...new Map(identifiers.map((identifier) => [identifier.from_user_point_id, identifier])).values()].map(
    ({ datamart_id, from_user_point_id }) => ({ datamart_id, user_point_id: from_user_point_id }),
  );

async function moveToOwnPoints(client: pg.ClientBase, identifiers: SplitIdentifier[], now: number): Promise<void> {
  await leave(
    client,
    identifiers.map(({ datamart_id, identifier_id, from_user_point_id: user_point_id }) => {
      return { datamart_id, identifier_id, user_point_id };
    }),
  );
  await client.query(
    `with split as (
        select * from unnest($1::bigint[], $2::uuid[], $3::uuid[])
          as split (datamart_id, user_point_id, identifier_id)),
      created as (insert into user_points (datamart_id, user_point_id, creation_ts)
        select datamart_id, user_point_id, $4::bigint from split)
      update user_identifiers i set user_point_id = split.user_point_id from split
      where (i.datamart_id, i.identifier_id) = (split.datamart_id, split.identifier_id)`,
    [...pointColumns(identifiers), identifiers.map(({ identifier_id }) => identifier_id), now],
  );
  await markLoss(client, formerPoints(identifiers));
  await moveProfiles(
    client,
    accounts(identifiers).map(({ user_point_id, from_user_point_id, ...account }) => ({
      ...account,
      user_point_id: from_user_point_id,
      to: { ...account, user_point_id },
    })),
    now,
  );
  await countChanges(
    client,
    identifiers.map(({ datamart_id }) => ({ datamart_id, collection: 'UserPoint', change: 1 })),
  );
}

async function leave(client: pg.ClientBase, leaving: LeavingIdentifier[]): Promise<void> {
  await leavePeople(client, leaving);
  await forgetBeside(client, leaving);
}

const accounts = <Owned extends OwnedIdentifier>(identifiers: Owned[]) =>
  identifiers.flatMap(({ identifier, ...rest }) =>
    identifier.type === 'USER_ACCOUNT'
      ? [{ ...rest, compartment_id: identifier.compartment_id, user_account_id: identifier.value }]
      : [],
  );

/**
 * Deletes identifiers, an account with its profiles. Unknown identifiers are skipped. A user point that loses its last
 * identifier stays, and is still found by its id.
 */
export async function deleteIdentifiers(
  client: pg.ClientBase,
  datamart_id: string,
  identifiers: OwnedIdentifier['identifier'][],
): Promise<void> {
  const owners = await lockUserPoints(
    client,
    datamart_id,
    identifiers.map((identifier) => ({ identifier })),
  );
  const owned = identifiers.flatMap((identifier, index) => {
    const user_point_id = owners[index];
    return user_point_id === undefined ? [] : [{ datamart_id, identifier, user_point_id }];
  });
  if (owned.length === 0) return;
  await leave(
    client,
    owned.map(({ identifier, user_point_id }) => {
      return { datamart_id, identifier_id: identifierId(datamart_id, identifier), user_point_id };
    }),
  );
  const types = await deleteRows(client, datamart_id, owned);
  await markLoss(client, owned);
  await eraseAccounts(client, accounts(owned));
  await countChanges(
    client,
    types.map((type) => ({ datamart_id, collection: collectionOf[type], change: -1 })),
  );
}

async function deleteRows(
  client: pg.ClientBase,
  datamart_id: string,
  identifiers: OwnedIdentifier[],
): Promise<IdentifierRow['type'][]> {
  const { rows } = await client.query<Pick<IdentifierRow, 'type'>>(
    `delete from user_identifiers i using (select $1::bigint as datamart_id, unnest($2::uuid[]) as identifier_id) split
      where (i.datamart_id, i.identifier_id) = (split.datamart_id, split.identifier_id) returning i.type`,
    [datamart_id, identifiers.map(({ identifier }) => identifierId(datamart_id, identifier))],
  );
  return rows.map(({ type }) => type);
}
