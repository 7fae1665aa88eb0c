import { compartmentOf, isJunkIdentifier, reread, type Identifier } from '@tributary/contracts/tracking/identifier';
import { plainArray } from '@tributary/database/plain-array';
import type pg from 'pg';
import { moveAndMerge } from '../attached-data/merge-user-points.js';
import { countChanges } from '../collections/count-changes.js';
import { collectionOf } from '../identity/count-user-points.js';
import { identifierId, type IdentityClaim, type ResolvedClaim } from '../identity/identity-claim.js';
import { resolveUserPoints } from '../identity/resolve-user-points.js';
import { identifierOfRow, markLoss, type IdentifierRow } from '../identity/user-identifiers.js';
import { moveProfiles } from '../profiles/attached-profiles.js';
import { nothing, skipped, start, type MigratePage, type Page, type PageContext, type Position } from './page.js';

interface StoredIdentifier {
  identifier_id: string;
  identifier: Identifier;
  row: StoredRow;
}

type StoredRow = IdentifierRow & { creation_ts: string };

/** An identifier that the rules of now read otherwise. */
interface OlderIdentifier extends StoredIdentifier {
  current: Identifier;
  current_id: string;
}

/**
 * Gives the owner of an older identifier the one that it is read as now. If another person has it, the two become one, as
 * if an activity had named both. Junk is listed. A person who was erased under the name of now is to be erased.
 */
export const migrateIdentifiers: MigratePage = async (context, after = start) => {
  const { client, size, skips } = context;
  const rows = await readPage(client, after, size);
  const end = rows.length === size ? rows.at(-1) : undefined;
  const last = end && { datamart_id: end.datamart_id, id: end.identifier_id };
  if (skips) return { counts: skipped(rows.length), last };
  const stored = rows.map(toStored);
  const isJunk = ({ identifier, row }: StoredIdentifier) =>
    isJunkIdentifier(identifier, context.directory.junkExceptionsOf(row.datamart_id));
  const junk = stored.filter(isJunk);
  const personal = stored.filter((one) => !isJunk(one));
  await listJunk(client, junk, personal);
  const older = personal.flatMap(toOlder);
  const { counts, erased } = older.length === 0 ? { counts: nothing } : await bringUpToDate(context, older);
  return { counts: { ...counts, read: rows.length, junk: junk.length }, last, ...(erased && { erased }) };
};

async function readPage(client: pg.ClientBase, { datamart_id, id }: Position, size: number) {
  const { rows } = await client.query<StoredRow & { identifier_id: string }>(
    `select datamart_id, identifier_id, type, compartment_id, value, user_point_id, creation_ts from user_identifiers
      where (datamart_id, identifier_id) > ($1, $2::uuid) order by datamart_id, identifier_id limit $3`,
    [datamart_id, id, size],
  );
  return rows;
}

const toStored = ({ identifier_id, ...row }: StoredRow & { identifier_id: string }): StoredIdentifier => ({
  identifier_id,
  row,
  identifier: identifierOfRow(row),
});

function toOlder(stored: StoredIdentifier): OlderIdentifier[] {
  const current = reread(stored.identifier);
  if (current === stored.identifier) return [];
  return [{ ...stored, current, current_id: identifierId(stored.row.datamart_id, current) }];
}

/** Lists the junk, and no identifier that a datamart has taken out of the junk list since. */
async function listJunk(client: pg.ClientBase, junk: StoredIdentifier[], personal: StoredIdentifier[]): Promise<void> {
  const columns = (listed: StoredIdentifier[]) => [
    plainArray(listed.map(({ row }) => row.datamart_id)),
    plainArray(listed.map(({ identifier_id }) => identifier_id)),
  ];
  await client.query(
    `delete from stored_junk junk using unnest($1::bigint[], $2::uuid[]) as personal (datamart_id, identifier_id)
      where (junk.datamart_id, junk.identifier_id) = (personal.datamart_id, personal.identifier_id)`,
    columns(personal),
  );
  await client.query(
    'insert into stored_junk select * from unnest($1::bigint[], $2::uuid[]) on conflict do nothing',
    columns(junk),
  );
}

type OlderClaim = IdentityClaim & { user_point_id: string; older: OlderIdentifier };

async function bringUpToDate(
  { client, now, erasureKey }: PageContext,
  older: OlderIdentifier[],
): Promise<Pick<Page, 'counts' | 'erased'>> {
  const claims = older.map((one): OlderClaim => ({
    datamart_id: one.row.datamart_id,
    identifiers: [one.current],
    user_point_id: one.row.user_point_id,
    // An erasure of the name of now concerns what came in before.
    received_ts: Number(one.row.creation_ts),
    // Locks the person.
    writesData: true,
    older: one,
  }));
  const { resolved, merges, moved } = await resolveUserPoints(client, claims, now, { erasureKey });
  await moveAndMerge(client, { moved, merges }, now);
  const known = resolved.filter((one): one is Resolved => !('refusal' in one));
  const joined = known.filter((one) => !one.overLimit);
  const full = known.filter((one) => one.overLimit);
  await removeOlder(client, joined);
  const renamed = await rename(client, full);
  await moveAccounts(client, [...joined, ...renamed], now);
  // Another refusal is that of a person who is unknown, erased meanwhile.
  const erased = resolved.filter((one) => 'refusal' in one && one.refusal === 'ERASED');
  return {
    counts: {
      ...nothing,
      changed: joined.length + renamed.length,
      merged: merges.length,
      kept: full.length - renamed.length,
    },
    erased: erased.map(({ claim: { datamart_id, user_point_id } }) => ({ datamart_id, user_point_id })),
  };
}

type Resolved = ResolvedClaim<OlderClaim>;

/** The current identifier keeps the time of the older one. */
async function removeOlder(client: pg.ClientBase, resolved: Resolved[]): Promise<void> {
  if (resolved.length === 0) return;
  const { rows } = await client.query<Pick<IdentifierRow, 'datamart_id' | 'type' | 'user_point_id'>>(
    `with older as (
        select * from unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::uuid[])
          as older (datamart_id, user_point_id, identifier_id, current_id)),
      deleted as (
        delete from user_identifiers i using older
        where (i.datamart_id, i.identifier_id, i.user_point_id)
          = (older.datamart_id, older.identifier_id, older.user_point_id)
        returning i.datamart_id, i.type, i.user_point_id, i.creation_ts, older.current_id),
      dated as (
        update user_identifiers i set creation_ts = first.creation_ts
        from (select datamart_id, current_id, min(creation_ts) as creation_ts from deleted group by 1, 2) first
        where (i.datamart_id, i.identifier_id) = (first.datamart_id, first.current_id)
          and first.creation_ts < i.creation_ts)
      select datamart_id, type, user_point_id from deleted`,
    columnsOf(resolved),
  );
  // The page is rolled back and read again.
  if (rows.length < resolved.length)
    throw new Error('an identifier was removed while it was brought to the rules of now');
  await markLoss(client, rows);
  await countChanges(
    client,
    rows.map(({ datamart_id, type }) => ({ datamart_id, collection: collectionOf[type], change: -1 })),
  );
}

/** A person with the most identifiers that there may be: an identifier that no one else has changes in its place. */
async function rename(client: pg.ClientBase, resolved: Resolved[]): Promise<Resolved[]> {
  if (resolved.length === 0) return [];
  const distinct = [...new Map(resolved.map((one) => [one.claim.older.current_id, one])).values()];
  const { rows } = await client.query<{ identifier_id: string }>(
    `update user_identifiers i
      set identifier_id = older.current_id, compartment_id = older.compartment_id, value = older.value
      from unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[])
        as older (datamart_id, user_point_id, identifier_id, current_id, compartment_id, value)
      where (i.datamart_id, i.identifier_id, i.user_point_id)
          = (older.datamart_id, older.identifier_id, older.user_point_id)
        and not exists (
          select from user_identifiers current
          where (current.datamart_id, current.identifier_id) = (older.datamart_id, older.current_id))
      returning i.identifier_id`,
    [
      ...columnsOf(distinct),
      distinct.map(({ claim: { older } }) => compartmentOf(older.current)),
      distinct.map(({ claim: { older } }) => older.current.value),
    ],
  );
  const renamed = new Set(rows.map(({ identifier_id }) => identifier_id));
  return distinct.filter(({ claim }) => renamed.has(claim.older.current_id));
}

const columnsOf = (resolved: Resolved[]) => [
  plainArray(resolved.map(({ claim }) => claim.datamart_id)),
  plainArray(resolved.map(({ user_point_id }) => user_point_id)),
  plainArray(resolved.map(({ claim }) => claim.older.identifier_id)),
  plainArray(resolved.map(({ claim }) => claim.older.current_id)),
];

/** Profiles follow the names of their accounts. */
async function moveAccounts(client: pg.ClientBase, resolved: Resolved[], now: number): Promise<void> {
  const accounts = resolved.filter(({ claim }) => claim.older.identifier.type === 'USER_ACCOUNT');
  await moveProfiles(
    client,
    accounts.map(({ claim: { datamart_id, older }, user_point_id }) => {
      const keyOf = (identifier: Identifier) => ({
        datamart_id,
        user_point_id,
        compartment_id: compartmentOf(identifier),
        user_account_id: identifier.value,
      });
      return { ...keyOf(older.identifier), to: keyOf(older.current) };
    }),
    now,
  );
}
